#include "ui/render/spoken_in.h"

#include <QCoreApplication>
#include <QDir>
#include <QEvent>
#include <QTranslator>

#include "ui/render/faces.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

const QString kTexts = u":/i18n"_s;

/// English for every text: the texts of the sources, with the plural forms of the English file. It hides all
/// translators that were installed before it.
class PlainEnglish : public QTranslator {
 public:
  PlainEnglish() {
    // Without that file only the words for one and for many are the same.
    if (!m_plurals.load(u"astrolabe_en"_s, kTexts)) qWarning("no English plural forms");
  }
  QString translate(const char* context, const char* source, const char* disambiguation,
                    int n) const override {
    const QString plural = m_plurals.translate(context, source, disambiguation, n);
    return plural.isEmpty() ? QString::fromUtf8(source) : plural;
  }
  bool isEmpty() const override { return false; }

 private:
  QTranslator m_plurals;
};

/// Keeps the news of another language from the application, which would tell every window.
class Hushed : public QObject {
 public:
  Hushed() { QCoreApplication::instance()->installEventFilter(this); }
  bool eventFilter(QObject* watched, QEvent* event) override {
    return watched == QCoreApplication::instance() && event->type() == QEvent::LanguageChange;
  }
};

}  // namespace

QStringList languages() {
  QStringList names;
  for (const QString& file : QDir(kTexts).entryList({u"astrolabe_*.qm"_s}, QDir::Files, QDir::Name))
    names << file.section(u'_', 1).chopped(3);
  return names;
}

SpokenIn::SpokenIn(const ReportSettings& settings) : m_currency(currentCurrency()) {
  if (settings.currency) setCurrentCurrency(*settings.currency);
  if (!languages().contains(settings.language)) return;
  const Hushed hushed;
  m_translators.push_back(std::make_unique<PlainEnglish>());
  if (settings.language != u"en"_s) {
    auto texts = std::make_unique<QTranslator>();
    if (texts->load(u"astrolabe_"_s + settings.language, kTexts)) m_translators.push_back(std::move(texts));
  }
  for (const auto& translator : m_translators) QCoreApplication::installTranslator(translator.get());
  m_language = textLanguage();
  setTextLanguage(settings.language);
  const QLocale system = QLocale::system();
  const QLocale wanted(settings.language);
  QLocale::setDefault(system.language() == wanted.language() ? system : wanted);
}

SpokenIn::~SpokenIn() {
  setCurrentCurrency(m_currency);
  if (m_translators.empty()) return;
  const Hushed hushed;
  for (const auto& translator : m_translators) QCoreApplication::removeTranslator(translator.get());
  QLocale::setDefault(m_locale);
  setTextLanguage(m_language);
}

}  // namespace astrolabe::ui
