#pragma once
// A spin box that takes numbers as the locale writes them and with a plain ".", as every number field does.

#include <QDoubleSpinBox>

namespace astrolabe::ui {

class NumberBox : public QDoubleSpinBox {
  Q_OBJECT

 public:
  using QDoubleSpinBox::QDoubleSpinBox;

 protected:
  QValidator::State validate(QString& input, int& position) const override;
  double valueFromText(const QString& text) const override;

 private:
  /// What is typed without the unit.
  QString digits(const QString& text) const;
};

}  // namespace astrolabe::ui
