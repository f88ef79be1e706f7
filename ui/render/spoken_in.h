#pragma once
// A language and a currency for what is drawn now, whatever the program speaks.

#include <QLocale>
#include <QStringList>
#include <memory>
#include <vector>

#include "ui/render/report_settings.h"

class QTranslator;

namespace astrolabe::ui {

/// Names of the languages that the program has texts of: "en", "zh_CN".
QStringList languages();

/// While it lives, texts, numbers and money are those of a report with these settings; where they say
/// nothing, those of the program. No window learns of it. In the window's thread.
class SpokenIn {
 public:
  explicit SpokenIn(const ReportSettings& settings);
  ~SpokenIn();
  SpokenIn(const SpokenIn&) = delete;
  SpokenIn& operator=(const SpokenIn&) = delete;

 private:
  std::vector<std::unique_ptr<QTranslator>> m_translators;
  QLocale m_locale;
  QString m_language;
  Currency m_currency;
};

}  // namespace astrolabe::ui
