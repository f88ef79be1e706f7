#include "app/cli/speech.h"

#include <QGuiApplication>
#include <QLocale>
#include <QTranslator>
#include <clocale>
#include <cstdio>
#include <memory>
#include <vector>

#include "ui/render/faces.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

namespace {

int argumentCount = 1;
char programName[] = "astrolabe-cli";
char* qtArguments[] = {programName, nullptr};

/// While it lives, the toolkit says nothing but why it ends the program: it warns of a system without UTF-8,
/// and of one without a folder for sockets, which it does not need here.
class QuietToolkit {
 public:
  QuietToolkit()
      : m_before(qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& text) {
          if (type == QtFatalMsg) std::fprintf(stderr, "%s\n", qPrintable(text));
        })) {}
  ~QuietToolkit() { qInstallMessageHandler(m_before); }
  QuietToolkit(const QuietToolkit&) = delete;
  QuietToolkit& operator=(const QuietToolkit&) = delete;

 private:
  QtMessageHandler m_before;
};

std::unique_ptr<QCoreApplication> withoutFonts;  ///< until a report needs one with fonts
std::vector<std::unique_ptr<QTranslator>> spoken;

void speak(const std::string& language) {
  auto translator = std::make_unique<QTranslator>();
  if (!translator->load(QStringLiteral(":/i18n/astrolabe_") + QString::fromStdString(language))) return;
  QCoreApplication::installTranslator(translator.get());
  spoken.push_back(std::move(translator));
}

QLocale english() { return {QLocale::English, QLocale::UnitedStates}; }

/// Numbers of a report: dates and separators of Britain, say, are English, too.
QLocale numbersOf(const std::string& language) {
  if (language != "en") return QLocale(QString::fromStdString(language));
  const QLocale system = QLocale::system();
  return system.language() == QLocale::English || system.language() == QLocale::C ? system : english();
}

}  // namespace

English::English() {
  {
    const QuietToolkit quiet;
    withoutFonts = std::make_unique<QCoreApplication>(argumentCount, qtArguments);
  }
  // The toolkit takes the system's locale for the C library, whose words would then not be English.
  std::setlocale(LC_ALL, "C");
  QLocale::setDefault(english());
  speak("en");
}

English::~English() {
  spoken.clear();
  withoutFonts.reset();
}

ReportSpeech::ReportSpeech(const std::string& language) {
  if (withoutFonts) {  // fonts need the gui library, not a display
    spoken.clear();
    withoutFonts.reset();
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QuietToolkit quiet;
    static const QGuiApplication withFonts(argumentCount, qtArguments);
    speak("en");  // always: it has the plural forms, and what another language does not say stays English
  }
  if (language != "en") speak(language);
  QLocale::setDefault(numbersOf(language));
  ui::setTextLanguage(QString::fromStdString(language));
}

ReportSpeech::~ReportSpeech() {
  if (spoken.size() > 1) spoken.resize(1);
  QLocale::setDefault(english());
  ui::setTextLanguage(QStringLiteral("en"));
}

QString counted(double count, const char* one, const char* many) {
  const QString number = ui::wholeText(count) + QLatin1Char(' ');
  if (count == 1.0) return number + QLatin1StringView(one);
  return many != nullptr ? number + QLatin1StringView(many)
                         : number + QLatin1StringView(one) + QLatin1Char('s');
}

}  // namespace astrolabe::cli
