#pragma once
// The language of every window: the program's and the toolkit's texts, changed while it runs.

#include <QLocale>
#include <QStringList>
#include <QTranslator>
#include <memory>
#include <vector>

namespace astrolabe::app {

class Language {
 public:
  ~Language();
  /// Whether load() finds texts for that name: English in every country, and the languages in the program.
  static bool has(const QString& name);
  /// The languages in the program: "en", "zh_CN".
  static QStringList names();
  /// "zh_CN"; empty for that of the desktop, "pseudo" for one in which every text is marked. Numbers and
  /// dates stay as the desktop writes them, or with `itsNumbers` follow the language. Windows are told by
  /// QEvent::LanguageChange. English comes first: it has the plural forms, and what a language does not say
  /// yet stays English.
  void load(const QString& name, bool itsNumbers = false);

 private:
  void install(std::unique_ptr<QTranslator> translator);
  std::vector<std::unique_ptr<QTranslator>> m_installed;
};

}  // namespace astrolabe::app
