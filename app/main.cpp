// The desktop program: reads options, loads the language, opens one window for each file.

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QMessageLogContext>
#include <QPixmap>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "app/language.h"
#include "app/session.h"
#include "app/single_instance.h"
#include "app/windows.h"
#include "ui/render/theme.h"
#include "ui/shell/main_window.h"
#include "ui/shell/style.h"
#include "ui/shell/theme_mode.h"

namespace {

using namespace Qt::StringLiterals;
using astrolabe::app::Language;
using astrolabe::app::Session;
using astrolabe::app::SingleInstance;
using astrolabe::app::Windows;
using astrolabe::ui::MainWindow;
using State = astrolabe::ui::SearchBridge::State;

constexpr int kBadUsage = 2;
constexpr int kScreenshotLimitMs = 60'000;  ///< a search that takes longer is shown as it stands
constexpr int kSettleMs = 400;              ///< plots are refreshed at most four times a second

struct Options {
  QString screenshot, theme, language;
  QSize size{1280, 800};
  int points = 0;
  bool resetLayout = false;
  bool reverse = false;
  QStringList files;
};

/// Reads the options; ends the program for --help, --version and wrong ones.
Options readOptions(const QCoreApplication& early) {
  QCommandLineParser parser;
  parser.setApplicationDescription(u"Plans the training of large models on clusters one could buy."_s);
  const QCommandLineOption help = parser.addHelpOption();
  const QCommandLineOption version = parser.addVersionOption();
  const QCommandLineOption lang(u"lang"_s, u"Language of the window, such as en or zh_CN."_s, u"language"_s);
  const QCommandLineOption reset(u"reset-layout"_s, u"Put every panel back where it was at first."_s);
  const QCommandLineOption reverse(u"reverse"_s, u"Lay the window out from right to left."_s);
  const QCommandLineOption theme(u"theme"_s, u"light, dark, high-contrast or system, for this start."_s,
                                 u"theme"_s);
  const QCommandLineOption shot(u"screenshot"_s,
                                u"Write a picture of the window once its search has ended, then quit."_s,
                                u"file.png"_s);
  const QCommandLineOption size(u"size"_s, u"Size of the window, such as 1280x800."_s, u"width x height"_s);
  const QCommandLineOption points(u"font-size"_s, u"Size of the text in points, 8 to 24, for this start."_s,
                                  u"points"_s);
  parser.addOptions({lang, reset, reverse, theme, shot, size, points});
  parser.addPositionalArgument(u"files"_s, u"Plans (.astrolabe) or models (config.json) to open."_s,
                               u"[files…]"_s);
  const auto wrong = [&](const QString& text) {
    std::fprintf(stderr, "astrolabe: %s\nTry astrolabe --help.\n", qPrintable(text));
    std::exit(kBadUsage);
  };
  if (!parser.parse(early.arguments())) wrong(parser.errorText());
  if (parser.isSet(help)) {
    std::fputs(qPrintable(parser.helpText()), stdout);
    std::exit(0);
  }
  if (parser.isSet(version)) {
    std::printf("astrolabe %s\n", qPrintable(QCoreApplication::applicationVersion()));
    std::exit(0);
  }
  Options options;
  options.screenshot = parser.value(shot);
  options.theme = parser.value(theme);
  options.language = parser.value(lang);
  options.resetLayout = parser.isSet(reset);
  options.reverse = parser.isSet(reverse);
  options.files = parser.positionalArguments();
  if (!options.theme.isEmpty() &&
      astrolabe::ui::themeModeName(astrolabe::ui::themeModeFrom(options.theme)) != options.theme)
    wrong(u"--theme %1: one of light, dark, high-contrast, system"_s.arg(options.theme));
  if (parser.isSet(points)) {
    using astrolabe::ui::Preferences;
    options.points = parser.value(points).toInt();
    if (options.points < Preferences::kSmallestPoints || options.points > Preferences::kLargestPoints)
      wrong(u"--font-size %1: points from %2 to %3"_s.arg(parser.value(points))
                .arg(Preferences::kSmallestPoints)
                .arg(Preferences::kLargestPoints));
  }
  if (parser.isSet(size)) {
    const QStringList sides = parser.value(size).split(u'x');
    bool wide = false, high = false;
    if (sides.size() == 2) options.size = QSize(sides[0].toInt(&wide), sides[1].toInt(&high));
    if (!wide || !high || options.size.isEmpty())
      wrong(u"--size %1: a size such as 1280x800"_s.arg(parser.value(size)));
  }
  return options;
}

/// Takes a picture of the window when its search has ended and the plots are drawn, then quits.
void takePicture(MainWindow& window, const QString& path) {
  const auto finish = [&window, path] {
    const bool written = window.grab().save(path, "PNG");
    if (!written) std::fprintf(stderr, "astrolabe: %s cannot be written\n", qPrintable(path));
    QCoreApplication::exit(written ? 0 : kBadUsage);
  };
  auto* settle = new QTimer(&window);
  settle->setSingleShot(true);
  settle->setInterval(kSettleMs);
  QObject::connect(settle, &QTimer::timeout, &window, finish);
  const auto look = [&window, settle] {
    const State state = window.bridge().state();
    if (state == State::Searching || state == State::Ready)
      settle->stop();
    else
      settle->start();
  };
  QObject::connect(&window.bridge(), &astrolabe::ui::SearchBridge::stateChanged, settle, look);
  QTimer::singleShot(kScreenshotLimitMs, &window, finish);
  look();
}

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

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication::setApplicationName(u"astrolabe"_s);
  QCoreApplication::setApplicationVersion(QStringLiteral(ASTROLABE_VERSION));
  const Options options = [&] {
    const QCoreApplication early(argc, argv);  // help, version and wrong options need no display
    return readOptions(early);
  }();
  // A picture can be taken on a machine without a display.
  if (!options.screenshot.isEmpty() && !qEnvironmentVariableIsSet("DISPLAY") &&
      !qEnvironmentVariableIsSet("WAYLAND_DISPLAY") && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
    qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
  QApplication application(argc, argv);
  QApplication::setApplicationDisplayName(u"Astrolabe"_s);
  QApplication::setDesktopFileName(u"astrolabe"_s);

  Session session;
  const astrolabe::ui::Preferences liked = session.preferences();
  QFont face = QApplication::font();
  face.setHintingPreference(QFont::PreferNoHinting);  // digits keep their distance at every scale
  const int usualPoints = face.pointSize();
  if (const int points = options.points > 0 ? options.points : liked.points) face.setPointSize(points);
  QApplication::setFont(face);

  Language language;
  language.load(options.language.isEmpty() ? liked.language : options.language);
  if (options.reverse) QApplication::setLayoutDirection(Qt::RightToLeft);
  const astrolabe::ui::ThemeMode theme =
      options.theme.isEmpty() ? liked.theme : astrolabe::ui::themeModeFrom(options.theme);
  astrolabe::ui::applyTheme(theme);
  QApplication::setStyle(new astrolabe::ui::AstrolabeStyle);
  astrolabe::ui::applyTheme(theme);  // a new style brings its own palette
  if (options.resetLayout) session.forgetLayout();

  Windows windows(session);
  const Shown shown(windows);
  tellAsBefore = qInstallMessageHandler(leaveWithoutDisplay);
  std::atexit(leaveAtOnce);
  QObject::connect(&windows, &Windows::preferencesChosen, &application,
                   [&language, usualPoints, shown = liked](const astrolabe::ui::Preferences& chosen) mutable {
                     if (chosen.language != shown.language) language.load(chosen.language);
                     if (chosen.points != shown.points) {
                       QFont other = QApplication::font();
                       other.setPointSize(chosen.points > 0 ? chosen.points : usualPoints);
                       QApplication::setFont(other);
                     }
                     shown = chosen;
                   });
  if (!options.screenshot.isEmpty()) {
    takePicture(windows.openForPicture(options.files.value(0), options.size), options.screenshot);
    return QApplication::exec();
  }
  SingleInstance instance(Session::stateFolder());
  QStringList files;
  for (const QString& file : options.files) files << QFileInfo(file).absoluteFilePath();
  if (instance.handOver(files)) return 0;
  instance.listen();
  QObject::connect(&instance, &SingleInstance::filesReceived, &windows, &Windows::openFiles);
  QObject::connect(&application, &QGuiApplication::commitDataRequest, &windows,
                   [&windows] { windows.prepareForLogout(); });
  for (const QString& file : files) windows.open(file);
  if (files.isEmpty()) windows.open();
  windows.offerRecovery();
  return QApplication::exec();
}
