#pragma once
// A spin box that takes numbers as the locale writes them and with a plain ".", as every number field does.

#include <QDoubleSpinBox>
#include <optional>

namespace astrolabe::ui {

class NumberBox : public QDoubleSpinBox {
  Q_OBJECT

 public:
  using QDoubleSpinBox::QDoubleSpinBox;

  /// From here on it may hold no number: it then says `words`, and its value is its minimum, which lies below
  /// all numbers that it takes. Precondition: its range and decimals are set.
  void allowEmpty(const QString& words);
  bool isEmpty() const;
  void stepBy(int steps) override;

 protected:
  QValidator::State validate(QString& input, int& position) const override;
  double valueFromText(const QString& text) const override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  /// What is typed without the unit.
  QString digits(const QString& text) const;
  /// No number, where there may be none.
  bool isNone(const QString& text) const;

  std::optional<double> m_least;  ///< of the numbers, where it may be empty
};

}  // namespace astrolabe::ui
