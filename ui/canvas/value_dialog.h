#pragma once
// Asks for one number with its unit, or for none: that of the catalogue, or what nobody states.

#include <QDialog>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

class QFormLayout;

namespace astrolabe::ui {

class NumberBox;

/// Children: valueDialog.choice, .value, .also, .problem, .reset.
class ValueDialog : public QDialog {
  Q_OBJECT

 public:
  struct Ask {
    QString title, label, unit, note;
    std::optional<double> value = 0.0;  ///< what holds now; none: the field is empty and says `empty`
    double least = 0.0, most = 0.0;
    int decimals = 0;
    QString reset;  ///< words of the button that goes back to the catalogue; empty: there is none
    /// `value`, `least` and `most` are dollars; what is typed is in the currency in force, which `unit`
    /// names.
    bool money = false;
    /// What an empty field says; without it the field takes no less than a number. Precondition: there is
    /// one where there is no value.
    QString empty{};
    bool proposed = false;  ///< `value` does not hold yet: who confirms it as it stands wants it
    /// What a number means, said below the field as it is typed (dollars where it is money); empty: nothing.
    std::function<QString(double value)> also{};
    /// Usual values by name, above the field: choosing one puts it there. Empty: there are none.
    std::vector<std::pair<QString, double>> choices{};
  };
  explicit ValueDialog(const Ask& ask, QWidget* parent = nullptr);
  /// The number entered; the one asked with, digits that the field does not show included, while that stands
  /// there. Empty when the catalogue's value is wanted, or the field is empty.
  std::optional<double> value() const;
  /// What stood there when it opened still does, and the catalogue's value is not wanted.
  bool isUntouched() const;

  /// Shows the dialog; the outer optional is empty where nothing is to be changed: it was cancelled, or
  /// confirmed as it opened with what held already.
  static std::optional<std::optional<double>> ask(const Ask& ask, QWidget* parent);

 private:
  void addChoices(const Ask& ask, QFormLayout& form);
  NumberBox* m_field;
  std::optional<double> m_given;  ///< the value asked with, in its range
  double m_shown = 0.0;           ///< what stood in the field for it
  bool m_money, m_reset = false;
};

}  // namespace astrolabe::ui
