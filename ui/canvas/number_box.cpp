#include "ui/canvas/number_box.h"

#include <optional>

#include "ui/render/numbers.h"

namespace astrolabe::ui {

QString NumberBox::digits(const QString& text) const {
  const QString unit = suffix();
  return (text.endsWith(unit) ? text.chopped(unit.size()) : text).trimmed();
}

QValidator::State NumberBox::validate(QString& input, int& position) const {
  const std::optional<double> value = numberOf(digits(input));
  if (!value) return QDoubleSpinBox::validate(input, position);
  // A number that grows while it is typed is not refused before it is whole.
  return *value >= minimum() && *value <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
}

double NumberBox::valueFromText(const QString& text) const {
  const std::optional<double> value = numberOf(digits(text));
  return value ? *value : QDoubleSpinBox::valueFromText(text);
}

}  // namespace astrolabe::ui
