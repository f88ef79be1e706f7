#include "ui/controls/number_box.h"

#include <QCoreApplication>
#include <QToolTip>
#include <QVariant>

#include "ui/render/text.h"

namespace astrolabe::ui {
namespace {

struct BoxText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::NumberBox)
};

constexpr const char* kPlainTip = "plainTip";

QString edgeText(double value) {
  const QLocale locale;
  return locale.toString(value, 'f', QLocale::FloatingPointShortest);
}

}  // namespace

QString rangeText(double least, double most, const QString& unit) {
  const QString highest = edgeText(most) + unit;
  return BoxText::tr("Must be from %1 to %2.").arg(edgeText(least), highest);
}

void showProblem(QAbstractSpinBox& box, const QString& problem) {
  const bool was = box.property("invalid").toBool(), is = !problem.isEmpty();
  if (was == is) return;
  if (is) box.setProperty(kPlainTip, box.toolTip());
  box.setProperty("invalid", is);
  box.setToolTip(is ? problem : box.property(kPlainTip).toString());
  box.setAccessibleDescription(problem);
  box.update();
  if (is && box.isVisible() && box.hasFocus())
    QToolTip::showText(box.mapToGlobal(QPoint(0, box.height())), problem, &box);
}

QString namedProblem(const QAbstractSpinBox& box) {
  const auto* text = dynamic_cast<const RefusingText*>(&box);
  const QString problem = text != nullptr ? text->problem() : QString();
  if (problem.isEmpty()) return {};
  QString name = box.accessibleName();
  while (name.endsWith(u':') || name.endsWith(u'：')) name.chop(1);
  return BoxText::tr("%1: %2", "name of a field, what is wrong").arg(name, problem);
}

QString problemIn(const QWidget& form) {
  for (const QAbstractSpinBox* box : form.findChildren<QAbstractSpinBox*>())
    if (const QString problem = namedProblem(*box); !problem.isEmpty()) return problem;
  return {};
}

double NumberBox::least() const { return m_least.value_or(minimum()); }

void NumberBox::allowEmpty(const QString& words) {
  m_least = minimum();
  setMinimum(*m_least - 1.0);
  setSpecialValueText(words);
  lineEdit()->setPlaceholderText(words);
}

bool NumberBox::isEmpty() const { return m_least && value() < *m_least; }

/// Between the least number and none there is nothing.
void NumberBox::stepBy(int steps) {
  RefusingBox::stepBy(steps);
  if (isEmpty() && value() > minimum()) setValue(*m_least);
}

/// What is typed takes the place of the words of an empty field.
void NumberBox::keyPressEvent(QKeyEvent* event) {
  const bool types =
      event->matches(QKeySequence::Paste) || (!event->text().isEmpty() && event->text().front().isPrint());
  if (types && isEmpty() && text() == specialValueText()) selectAll();
  RefusingBox::keyPressEvent(event);
}

}  // namespace astrolabe::ui
