#include "app/options.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "app/language.h"
#include "ui/shell/preferences.h"
#include "ui/shell/theme_mode.h"

namespace astrolabe::app {
namespace {

using namespace Qt::StringLiterals;

constexpr int kWrongUsage = 2;
/// Options of the toolkit with a value behind them or after "=", and options without.
constexpr std::array kWithValue = {
    "platform"_L1,      "platformpluginpath"_L1, "platformtheme"_L1, "plugin"_L1,  "qwindowgeometry"_L1,
    "geometry"_L1,      "qwindowicon"_L1,        "icon"_L1,          "title"_L1,   "qwindowtitle"_L1,
    "style"_L1,         "stylesheet"_L1,         "session"_L1,       "display"_L1, "name"_L1,
    "qmljsdebugger"_L1, "fontengine"_L1};
constexpr std::array kWithout = {"nograb"_L1, "dograb"_L1, "sync"_L1, "widgetcount"_L1, "testability"_L1};

}  // namespace

QStringList withoutToolkitOptions(const QStringList& arguments) {
  QStringList ours;
  for (qsizetype i = 0; i < arguments.size(); ++i) {
    const QString& argument = arguments[i];
    if (argument == "--"_L1) return ours << arguments.mid(i);  // files from here on
    const QString name = argument.mid(argument.startsWith("--"_L1) ? 2 : 1).section(u'=', 0, 0);
    const auto isOne = [&](const auto& names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (!argument.startsWith(u'-') || (!isOne(kWithValue) && !isOne(kWithout)))
      ours << argument;
    else if (isOne(kWithValue) && !argument.contains(u'='))
      ++i;
  }
  return ours;
}

Options readOptions(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription(u"Plans the training of large models on clusters one could buy."_s);
  const QCommandLineOption help({u"h"_s, u"help"_s}, u"Show the options and exit."_s);
  const QCommandLineOption version = parser.addVersionOption();
  const QCommandLineOption lang(u"lang"_s, u"Language of the window and its numbers, such as en or zh_CN."_s,
                                u"language"_s);
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
  const QCommandLineOption present(u"present"_s, u"Present the plan as soon as it is answered."_s);
  parser.addOptions({help, lang, reset, reverse, present, theme, shot, size, points});
  parser.addPositionalArgument(u"files"_s, u"Plans (.astrolabe), models, prices or hardware to open."_s,
                               u"[files…]"_s);
  const auto wrong = [&](const QString& text) {
    std::fprintf(stderr, "astrolabe: %s\nTry astrolabe --help.\n", qPrintable(text));
    std::exit(kWrongUsage);
  };
  if (!parser.parse(withoutToolkitOptions(arguments))) wrong(parser.errorText());
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
  options.present = parser.isSet(present);
  options.files = parser.positionalArguments();
  if (!options.theme.isEmpty() && ui::themeModeName(ui::themeModeFrom(options.theme)) != options.theme)
    wrong(u"--theme %1: one of light, dark, high-contrast, system"_s.arg(options.theme));
  if (!options.language.isEmpty() && !Language::has(options.language))
    wrong(u"--lang %1: one of %2"_s.arg(options.language, Language::names().join(u", "_s)));
  if (parser.isSet(points)) {
    using ui::Preferences;
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

}  // namespace astrolabe::app
