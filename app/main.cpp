// The desktop program: reads options, loads the language, opens one window for each file.

#include <QApplication>
#include <QFileInfo>
#include <QMessageLogContext>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "app/end_signals.h"
#include "app/language.h"
#include "app/options.h"
#include "app/picture.h"
#include "app/session.h"
#include "app/single_instance.h"
#include "app/windows.h"
#include "core/base/file_write.h"
#include "ui/render/faces.h"
#include "ui/render/theme.h"
#include "ui/shell/main_window.h"
#include "ui/shell/style.h"
#include "ui/shell/theme_mode.h"
#include "ui/shell/waiting_note.h"

namespace {

using namespace Qt::StringLiterals;
using astrolabe::app::EndSignals;
using astrolabe::app::Language;
using astrolabe::app::Options;
using astrolabe::app::Session;
using astrolabe::app::SingleInstance;
using astrolabe::app::Windows;
using astrolabe::ui::WaitingNote;

constexpr int kTurns = 8;       ///< of a start that no program serves
constexpr int kQuietMs = 2000;  ///< a running program that takes longer is waited for in sight

struct StartText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::app::StartText)
};

Windows* shownWindows = nullptr;          ///< while there are any
QtMessageHandler tellAsBefore = nullptr;  ///< what wrote the toolkit's messages before ours

struct Shown {
  explicit Shown(Windows& windows) { shownWindows = &windows; }
  ~Shown() { shownWindows = nullptr; }
  Q_DISABLE_COPY_MOVE(Shown)
};

/// The toolkit tells that its display has gone, then calls exit(), which takes statics from under the threads
/// that still search. So the work goes into the recovery copies at the telling, and the program ends there.
void leaveWithoutDisplay(QtMsgType type, const QMessageLogContext& context, const QString& text) {
  tellAsBefore(type, context, text);
  if (!text.startsWith("The X11 connection broke"_L1) && !text.startsWith("The Wayland connection broke"_L1))
    return;
  static bool leaving = false;  // whatever still asks for the display tells once more
  if (shownWindows != nullptr && !std::exchange(leaving, true)) shownWindows->keepWork();
  std::_Exit(1);
}

/// An exit() that nobody told of: the recovery copies of two seconds ago are there, and half of what it
/// would take to write newer ones may be gone.
void leaveAtOnce() {
  if (shownWindows != nullptr) std::_Exit(1);
}

/// Or someone said what to draw on.
bool hasDisplay() {
  return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
         qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

/// With the forms of the language of texts; `points` 0: in the size that it has.
void setFont(int points) {
  QFont face = QApplication::font();
  face.setFamilies(astrolabe::ui::facesOf(face.family()));
  face.setHintingPreference(QFont::PreferNoHinting);  // digits keep their distance at every scale
  if (points != 0) face.setPointSize(points);
  QApplication::setFont(face);
}

void setLooks(astrolabe::ui::ThemeMode theme, astrolabe::ui::PlotPalette plots) {
  astrolabe::ui::setPlotPalette(plots);
  astrolabe::ui::applyTheme(theme);
  QApplication::setStyle(new astrolabe::ui::AstrolabeStyle);
  astrolabe::ui::applyTheme(theme);  // a new style brings its own palette
}

/// What they ask for waits while a window asks whether it may close, and the program ends when the last one
/// has closed, but not from under a request that was taken.
void serveLaterStarts(SingleInstance& instance, Windows& windows) {
  instance.setReady([&windows] { return !windows.isClosing(); });
  QObject::connect(&windows, &Windows::closeAnswered, &instance, &SingleInstance::retry);
  QObject::connect(&instance, &SingleInstance::filesReceived, &windows, &Windows::openFiles);
  QApplication::setQuitOnLastWindowClosed(false);
  const auto leave = [&instance, &windows] {
    if (instance.isServing() || windows.isAnyShown()) return;
    instance.close();
    QCoreApplication::quit();
  };
  QObject::connect(qGuiApp, &QGuiApplication::lastWindowClosed, &instance, leave, Qt::QueuedConnection);
  QObject::connect(&instance, &SingleInstance::served, &instance, leave, Qt::QueuedConnection);
}

}  // namespace

int main(int argc, char** argv) {
  astrolabe::tell_size_limits();
  QCoreApplication::setApplicationName(u"astrolabe"_s);
  QCoreApplication::setApplicationVersion(QStringLiteral(ASTROLABE_VERSION));
  const Options options = [&] {
    const QCoreApplication early(argc, argv);  // help, version and wrong options need no display
    return astrolabe::app::readOptions(early.arguments());
  }();
  // A picture can be taken on a machine without a display.
  if (!options.screenshot.isEmpty() && !hasDisplay()) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
  QApplication application(argc, argv);
  QApplication::setApplicationDisplayName(u"Astrolabe"_s);
  QApplication::setDesktopFileName(u"io.github.astrolabe.astrolabe"_s);

  Session session;
  const astrolabe::ui::Preferences liked = session.preferences();
  const int usualPoints = QApplication::font().pointSize();

  Language language;
  if (options.language.isEmpty())
    language.load(liked.language, liked.numbersOfLanguage);
  else
    language.load(options.language, true);
  setFont(options.points > 0 ? options.points : liked.points);
  if (options.reverse) QApplication::setLayoutDirection(Qt::RightToLeft);
  setLooks(options.theme.isEmpty() ? liked.theme : astrolabe::ui::themeModeFrom(options.theme), liked.plots);
  astrolabe::ui::setCurrentCurrency(liked.currency);
  if (options.resetLayout) session.forgetLayout();
  session.setPassingText(options.points > 0 &&
                         options.points != (liked.points > 0 ? liked.points : usualPoints));

  Windows windows(session);
  const Shown shown(windows);
  tellAsBefore = qInstallMessageHandler(leaveWithoutDisplay);
  std::atexit(leaveAtOnce);
  const EndSignals ending;
  QObject::connect(&ending, &EndSignals::received, &windows, [&windows](int number) {
    windows.keepWork();
    EndSignals::endBy(number);
  });
  QObject::connect(
      &windows, &Windows::preferencesChosen, &application,
      [&language, usualPoints, shown = liked](const astrolabe::ui::Preferences& chosen) mutable {
        if (chosen.language != shown.language || chosen.numbersOfLanguage != shown.numbersOfLanguage) {
          language.load(chosen.language, chosen.numbersOfLanguage);
          setFont(0);
        }
        if (chosen.points != shown.points) setFont(chosen.points > 0 ? chosen.points : usualPoints);
        shown = chosen;
      });
  if (!options.screenshot.isEmpty()) {
    astrolabe::app::NobodyAnswers nobody;
    application.installEventFilter(&nobody);
    const QSize size = options.size.isValid() ? options.size : QSize(1280, 800);
    QTimer::singleShot(0, &windows, [&windows, &options, size] {  // in the event loop: that is what ends
      astrolabe::app::takePicture(windows.openForPicture(options.files.value(0), size), options.screenshot);
    });
    return QApplication::exec();
  }
  SingleInstance instance(Session::stateFolder());
  QStringList files;
  for (const QString& file : options.files) files << QFileInfo(file).absoluteFilePath();
  {
    const WaitingNote note(StartText::tr("Astrolabe is running already and has not answered yet."),
                           StartText::tr("It may be busy. What this start asks for opens there as soon as it "
                                         "answers."),
                           StartText::tr("Start another one"), StartText::tr("Do not start"), kQuietMs);
    const auto waits = [&note] {
      QCoreApplication::processEvents();
      return note.choice() == WaitingNote::Choice::Wait;
    };
    // One that was just ending has hung up, and another may have begun meanwhile. Whom nobody serves has
    // asked for too much at once, and works alone.
    bool listens = false;
    for (int turn = 0; turn < kTurns && !listens; ++turn) {
      if (instance.handOver(files, options.present, waits) || note.choice() == WaitingNote::Choice::Cancel)
        return 0;
      listens = instance.listen(note.choice() == WaitingNote::Choice::GoOn);
    }
  }
  serveLaterStarts(instance, windows);
  QObject::connect(&application, &QGuiApplication::commitDataRequest, &windows,
                   [&windows] { windows.prepareForLogout(); });
  QObject::connect(&application, &QGuiApplication::saveStateRequest, &windows, &Windows::keepOpenFiles);
  windows.start(files, options.present, options.size);
  windows.offerRecovery();
  return windows.isAnyShown() ? QApplication::exec() : 0;  // a file may be long in reading
}
