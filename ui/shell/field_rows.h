#pragma once
// Rows of a label and a field, as the panel of traffic has them.

#include <QString>

class QGridLayout;
class QLabel;
class QWidget;

namespace astrolabe::ui {

class NumberField;

/// A row at the end of `grid`: the label, which is returned, the field, and below both the field's error
/// where there is one.
QLabel* addFieldRow(QGridLayout& grid, const QString& label, QWidget* field, QLabel* error, QWidget* parent);

/// A field "traffic.NAME" of a number.
NumberField* trafficNumber(const char* name, const QString& label, const QString& unit,
                           const QString& meaning, QWidget* parent);

}  // namespace astrolabe::ui
