#pragma once
// The inputs of a part of the window by what they are called, and the way to each of them.

#include <QString>
#include <vector>

class QWidget;

namespace astrolabe::ui {

struct NamedField {
  QWidget* widget = nullptr;
  QString name;  ///< as assistive technology is told it
  QString page;  ///< title of the page it stands on, where its part has several
};

/// Every input that can be typed into, chosen from or ticked, in the order in which they were made.
std::vector<NamedField> fieldsOf(const QWidget& part);
/// Shows the panel that a widget is part of, in front of those that share its place.
void bringForward(QWidget& widget);
/// Shows the panel and the page of a field, scrolls to it and gives it the focus; what stands in it is
/// selected.
void goToField(QWidget& field);

}  // namespace astrolabe::ui
