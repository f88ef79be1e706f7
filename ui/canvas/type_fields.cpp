#include "ui/canvas/type_fields.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <algorithm>

#include "ui/canvas/gpu_type_dialog.h"
#include "ui/controls/number_box.h"
#include "ui/render/money.h"
#include "ui/render/text.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

std::string ownTypeId(const QString& name) {
  QString id;
  for (const QChar letter : name.toLower())
    if (letter.isLetterOrNumber() && letter.unicode() < 128)
      id += letter;
    else if (!id.isEmpty() && !id.endsWith(QLatin1Char('-')))
      id += QLatin1Char('-');
  while (id.endsWith(QLatin1Char('-'))) id.chop(1);
  return id.toStdString();
}

QLineEdit* addLine(QWidget* form, QFormLayout* rows, const char* name, const QString& label) {
  auto* field = new QLineEdit(form);
  field->setObjectName(QLatin1StringView(name));
  field->setAccessibleName(label);
  rows->addRow(label, field);
  return field;
}

NumberBox* addNumber(QWidget* form, QFormLayout* rows, const char* name, const QString& label,
                     const QString& unit, double most, bool needed) {
  auto* field = new NumberBox(form);
  field->setObjectName(QLatin1StringView(name));
  field->setAccessibleName(label);
  field->setRange(0.0, most);
  field->setDecimals(2);
  field->setSuffix(kThinSpace + unit);
  field->setSpecialValueText(needed ? GpuTypeDialog::tr("enter a value") : GpuTypeDialog::tr("not known"));
  rows->addRow(label, field);
  return field;
}

QString moneyUnit(bool hourly) {
  const QString& code = currentCurrency().code;
  return hourly ? GpuTypeDialog::tr("%1/h", "code of a currency").arg(code) : code;
}

void makeMoney(NumberBox* field) {
  field->setMaximum(shownMoney(field->maximum()));
  field->setToolTip(moneyFieldTip());
}

void tellProblem(QLabel* label, const QWidget& form, const QString& problem) {
  constexpr const char* kTyped = "typed";
  const QList<QLineEdit*> lines = form.findChildren<QLineEdit*>();
  const bool typed =
      label->property(kTyped).toBool() ||
      std::any_of(lines.begin(), lines.end(), [](const auto* line) { return line->isModified(); });
  label->setProperty(kTyped, typed);
  QPalette ink = label->palette();
  ink.setColor(QPalette::WindowText, typed ? currentTheme().error : currentTheme().text2);
  label->setPalette(ink);
  label->setText(problem);
}

}  // namespace astrolabe::ui
