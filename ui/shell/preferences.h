#pragma once
// Preferences of a person: theme, text size, language, currency, keys. Values only; the session keeps them.

#include <QDialog>
#include <QHash>
#include <QString>

#include "ui/render/money.h"
#include "ui/render/theme.h"
#include "ui/shell/theme_mode.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace astrolabe::ui {

class ScrolledForm;

/// What the program shows at a start without a file.
enum class AtStart { LastPlan, StartPage, Sample };

struct Preferences {
  static constexpr int kSmallestPoints = 8, kLargestPoints = 24;

  ThemeMode theme = ThemeMode::System;
  int points = 0;                ///< text size; 0 as the desktop's
  QString language;              ///< "zh_CN"; empty as the desktop's
  /// Numbers and dates as the language writes them, not as the desktop does.
  bool numbersOfLanguage = false;
  PlotPalette plots = PlotPalette::Colours;
  Currency currency;             ///< in which money is shown and typed
  bool hints = true;             ///< the four hints of the first start
  AtStart atStart = AtStart::LastPlan;
  QHash<QString, QString> keys;  ///< own keys by action: portable text, "" for none
  bool operator==(const Preferences&) const = default;
};

/// Changes take effect as they are made; another currency with its rate and the day of that, when all three
/// are right.
class PreferencesDialog : public QDialog {
  Q_OBJECT

 public:
  explicit PreferencesDialog(const Preferences& preferences, QWidget* parent = nullptr);
  const Preferences& preferences() const { return m_preferences; }

 signals:
  void changed(const astrolabe::ui::Preferences& preferences);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void read();
  void setWords();
  void buildLooks(QFormLayout* form);
  void buildLanguage(QFormLayout* form);
  void buildCurrency(QFormLayout* form);
  void buildStart(QFormLayout* form);
  void chooseCurrency();
  void takeCurrency();
  void fitWords();
  void tellCurrency();
  /// The currency that the fields give; `wrong` says why they give none yet.
  Currency typedCurrency(QString& wrong) const;
  Preferences m_preferences;
  QComboBox *m_theme = nullptr, *m_language = nullptr, *m_numbers = nullptr, *m_atStart = nullptr;
  ScrolledForm* m_form = nullptr;
  QComboBox *m_currency = nullptr, *m_plots = nullptr;
  QLineEdit *m_rate = nullptr, *m_rateDate = nullptr;
  QSpinBox* m_points = nullptr;
  QCheckBox* m_hints = nullptr;
  QLabel *m_themeLabel = nullptr, *m_plotsLabel = nullptr, *m_pointsLabel = nullptr,
         *m_languageLabel = nullptr, *m_numbersLabel = nullptr, *m_atStartLabel = nullptr,
         *m_currencyLabel = nullptr, *m_rateLabel = nullptr, *m_rateDateLabel = nullptr,
         *m_currencyNote = nullptr;
};

}  // namespace astrolabe::ui
