#pragma once
// How a control shows that nobody stated its value, and offers the way back to that.

#include <QString>
#include <functional>

class QAction;
class QLabel;
class QWidget;

namespace astrolabe::ui {

/// Shows whether nobody stated what `widget` holds: italic, "…, assumed" as its accessible name, a tool tip,
/// and "≈" before the text of its `label`, where it has one. What it was called and labelled, and its own
/// tool tip, come back with a value that is stated.
void markAssumed(QWidget* widget, bool assumed, QLabel* label = nullptr);

/// An entry "Back to the default (Rent)" in the menu of `widget`, named "<widget>.default"; disabled until
/// it is told that the value is stated.
QAction* addWayBack(QWidget* widget, const QString& value, const std::function<void()>& goBack);

}  // namespace astrolabe::ui
