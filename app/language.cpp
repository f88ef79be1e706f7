#include "app/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>

#include "ui/render/faces.h"
#include "ui/render/spoken_in.h"
#include "ui/shell/pseudo_language.h"

namespace astrolabe::app {

using namespace Qt::StringLiterals;

namespace {

const QString kTexts = u":/i18n"_s;

}  // namespace

bool Language::has(const QString& name) {
  const QLocale locale(name);
  return name == u"pseudo"_s || locale.language() == QLocale::English ||
         QTranslator().load(locale, u"astrolabe"_s, u"_"_s, kTexts);
}

QStringList Language::names() { return ui::languages(); }

Language::~Language() {
  for (const auto& translator : m_installed) QCoreApplication::removeTranslator(translator.get());
}

void Language::install(std::unique_ptr<QTranslator> translator) {
  QCoreApplication::installTranslator(translator.get());
  m_installed.push_back(std::move(translator));
}

void Language::load(const QString& name, bool itsNumbers) {
  for (const auto& translator : m_installed) QCoreApplication::removeTranslator(translator.get());
  m_installed.clear();
  ui::setTextLanguage(name.isEmpty() ? QLocale::system().name() : name);
  if (name == u"pseudo"_s) return install(std::make_unique<ui::PseudoLanguage>());
  const QLocale locale = name.isEmpty() ? QLocale::system() : QLocale(name);
  QLocale::setDefault(itsNumbers ? locale : QLocale::system());
  const auto add = [this](const QLocale& language, const QString& file, const QString& folder) {
    auto translator = std::make_unique<QTranslator>();
    if (translator->load(language, file, u"_"_s, folder)) install(std::move(translator));
  };
  add(QLocale(u"en"_s), u"astrolabe"_s, kTexts);
  if (locale.language() == QLocale::English || locale.language() == QLocale::C) return;
  add(locale, u"qtbase"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  add(locale, u"astrolabe"_s, kTexts);
}

}  // namespace astrolabe::app
