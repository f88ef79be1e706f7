#pragma once
// Asks for one number with its unit, or for the catalogue's own value back.

#include <QDialog>
#include <optional>

class QDoubleSpinBox;

namespace astrolabe::ui {

class ValueDialog : public QDialog {
  Q_OBJECT

 public:
  struct Ask {
    QString title, label, unit, note;
    double value = 0.0, least = 0.0, most = 0.0;
    int decimals = 0;
    QString reset;  ///< words of the button that goes back to the catalogue; empty: there is none
    /// `value`, `least` and `most` are dollars; what is typed is in the currency in force, which `unit`
    /// names.
    bool money = false;
  };
  explicit ValueDialog(const Ask& ask, QWidget* parent = nullptr);
  /// The number entered; the one asked with, digits that the field does not show included, while that stands
  /// there. Empty when the catalogue's value is wanted.
  std::optional<double> value() const;

  /// Shows the dialog; the outer optional is empty when it was cancelled.
  static std::optional<std::optional<double>> ask(const Ask& ask, QWidget* parent);

 private:
  QDoubleSpinBox* m_field;
  double m_given, m_shown = 0.0;  ///< the value asked with, in its range, and what stood in the field for it
  bool m_money, m_reset = false;
};

}  // namespace astrolabe::ui
