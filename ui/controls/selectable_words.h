#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace astrolabe::ui {

/// A label for sentences that may name what a person or a file said: as they are, in lines as wide as there
/// is room, to be selected and copied.
QLabel* selectableWords(const QString& name, QWidget* parent);

}  // namespace astrolabe::ui
