#include "ui/canvas/number_box.h"

#include <QKeyEvent>
#include <QLineEdit>

#include "ui/render/numbers.h"

namespace astrolabe::ui {

QString NumberBox::digits(const QString& text) const {
  const QString unit = suffix();
  return (text.endsWith(unit) ? text.chopped(unit.size()) : text).trimmed();
}

bool NumberBox::isNone(const QString& text) const {
  return m_least && (text == specialValueText() || digits(text).isEmpty());
}

void NumberBox::allowEmpty(const QString& words) {
  m_least = minimum();
  setMinimum(*m_least - 1.0);
  setSpecialValueText(words);
  lineEdit()->setPlaceholderText(words);
}

bool NumberBox::isEmpty() const { return m_least && value() < *m_least; }

/// Between the least number and none there is nothing.
void NumberBox::stepBy(int steps) {
  QDoubleSpinBox::stepBy(steps);
  if (isEmpty() && value() > minimum()) setValue(*m_least);
}

/// What is typed takes the place of the words of an empty field.
void NumberBox::keyPressEvent(QKeyEvent* event) {
  const bool types =
      event->matches(QKeySequence::Paste) || (!event->text().isEmpty() && event->text().front().isPrint());
  if (types && isEmpty() && text() == specialValueText()) selectAll();
  QDoubleSpinBox::keyPressEvent(event);
}

QValidator::State NumberBox::validate(QString& input, int& position) const {
  if (isNone(input)) return QValidator::Acceptable;
  const std::optional<double> value = numberOf(digits(input));
  if (!value) return QDoubleSpinBox::validate(input, position);
  // A number that grows while it is typed is not refused before it is whole.
  return *value >= m_least.value_or(minimum()) && *value <= maximum() ? QValidator::Acceptable
                                                                      : QValidator::Intermediate;
}

double NumberBox::valueFromText(const QString& text) const {
  if (isNone(text)) return minimum();
  const std::optional<double> value = numberOf(digits(text));
  return value ? *value : QDoubleSpinBox::valueFromText(text);
}

}  // namespace astrolabe::ui
