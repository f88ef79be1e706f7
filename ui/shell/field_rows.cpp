#include "ui/shell/field_rows.h"

#include <QGridLayout>
#include <QLabel>

#include "ui/render/theme.h"
#include "ui/shell/number_field.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

QLabel* addFieldRow(QGridLayout& grid, const QString& label, QWidget* field, QLabel* error, QWidget* parent) {
  auto* name = new QLabel(label, parent);
  name->setBuddy(field);
  const int row = grid.rowCount();
  grid.addWidget(name, row, 0);
  field->setFixedWidth(scaled(largeText() ? 96 : 120));
  grid.addWidget(field, row, 1);
  if (error != nullptr) grid.addWidget(error, row + 1, 0, 1, 2);
  return name;
}

NumberField* trafficNumber(const char* name, const QString& label, const QString& unit,
                           const QString& meaning, QWidget* parent) {
  auto* field = new NumberField(u"traffic."_s + QLatin1StringView(name), unit, parent);
  field->setAccessibleName(label);
  field->setMeaning(meaning);
  return field;
}

}  // namespace astrolabe::ui
