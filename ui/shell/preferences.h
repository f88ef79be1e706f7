#pragma once
// What a person likes: theme, text size, language, own keys. Values only; the session keeps them.

#include <QDialog>
#include <QHash>
#include <QString>

#include "ui/shell/theme_mode.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace astrolabe::ui {

/// What a start without a file begins with.
enum class AtStart { LastPlan, StartPage, Sample };

struct Preferences {
  static constexpr int kSmallestPoints = 8, kLargestPoints = 24;

  ThemeMode theme = ThemeMode::System;
  int points = 0;                ///< text size; 0 as the desktop's
  QString language;              ///< "zh_CN"; empty as the desktop's
  /// Numbers and dates as the language writes them, not as the desktop does.
  bool numbersOfLanguage = false;
  bool hints = true;             ///< the four hints of the first start
  AtStart atStart = AtStart::LastPlan;
  QHash<QString, QString> keys;  ///< own keys by action: portable text, "" for none
  bool operator==(const Preferences&) const = default;
};

/// Changes take effect as they are made.
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
  Preferences m_preferences;
  QComboBox *m_theme = nullptr, *m_language = nullptr, *m_numbers = nullptr, *m_atStart = nullptr;
  QSpinBox* m_points = nullptr;
  QCheckBox* m_hints = nullptr;
  QLabel *m_themeLabel = nullptr, *m_pointsLabel = nullptr, *m_languageLabel = nullptr,
      *m_numbersLabel = nullptr, *m_atStartLabel = nullptr;
};

}  // namespace astrolabe::ui
