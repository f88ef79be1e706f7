#include "app/session.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <utility>

#include "app/kept_settings.h"

namespace astrolabe::app {
namespace {

using namespace Qt::StringLiterals;

/// How window and panels stand.
constexpr QLatin1StringView kLayoutKeys[] = {"geometry"_L1, "layout"_L1, "ranking"_L1};
constexpr QLatin1StringView kAside = "aside"_L1;  ///< group of those that a start ended with
/// Names of what a start begins with, as they are kept.
constexpr std::pair<ui::AtStart, QLatin1StringView> kStarts[] = {{ui::AtStart::LastPlan, "last-plan"_L1},
                                                                 {ui::AtStart::StartPage, "start-page"_L1},
                                                                 {ui::AtStart::Sample, "sample"_L1}};

}  // namespace

QString Session::stateFolder() {
  QString state = qEnvironmentVariable("XDG_STATE_HOME");
  if (!QDir::isAbsolutePath(state)) state = QDir::homePath() + u"/.local/state"_s;
  return state + u"/astrolabe"_s;
}

Session::Session(QObject* parent)
    : QObject(parent),
      m_configFile(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                   u"/astrolabe/astrolabe.ini"_s),
      m_stateFile(stateFolder() + u"/window.ini"_s),
      m_startMark(stateFolder() + u"/starting"_s) {
  m_startMark.setStaleLockTime(0);  // it holds as long as its process
}

/// Writes what was set and says so once when that is not possible.
void Session::check(KeptSettings& settings) {
  if (settings.sync() || m_told) return;
  m_told = true;
  emit notKept(settings.fileName());
}

ui::Preferences Session::preferences() const {
  KeptSettings settings(m_configFile);
  ui::Preferences preferences;
  preferences.theme = ui::themeModeFrom(settings.value(u"theme"_s).toString());
  preferences.language = settings.value(u"language"_s).toString();
  preferences.numbersOfLanguage = settings.value(u"numbers"_s).toString() == u"language"_s;
  const int points = settings.value(u"points"_s).toInt();
  if (points >= ui::Preferences::kSmallestPoints && points <= ui::Preferences::kLargestPoints)
    preferences.points = points;
  if (settings.value(u"plots"_s).toString() == u"print"_s) preferences.plots = ui::PlotPalette::Print;
  ui::Currency currency;
  currency.code = settings.value(u"currency"_s, currency.code).toString();
  currency.perUsd = settings.value(u"currencyPerUsd"_s, currency.perUsd).toDouble();
  currency.date = QDate::fromString(settings.value(u"currencyDate"_s).toString(), Qt::ISODate);
  if (currency.isComplete()) preferences.currency = currency;
  preferences.hints = settings.value(u"hints"_s, true).toBool();
  const QString begin = settings.value(u"atStart"_s).toString();
  for (const auto& [how, name] : kStarts)
    if (begin == name) preferences.atStart = how;
  for (const QString& action : settings.keysOf(u"keys"_s))
    preferences.keys[action] = settings.value(u"keys/"_s + action).toString();
  return preferences;
}

void Session::setPreferences(const ui::Preferences& preferences) {
  KeptSettings settings(m_configFile);
  settings.setValue(u"theme"_s, ui::themeModeName(preferences.theme));
  settings.setValue(u"language"_s, preferences.language);
  settings.setValue(u"numbers"_s, preferences.numbersOfLanguage ? u"language"_s : u"system"_s);
  settings.setValue(u"points"_s, preferences.points);
  settings.setValue(u"plots"_s, preferences.plots == ui::PlotPalette::Print ? u"print"_s : u"colours"_s);
  settings.setValue(u"currency"_s, preferences.currency.code);
  settings.setValue(u"currencyPerUsd"_s, preferences.currency.perUsd);
  settings.setValue(u"currencyDate"_s, preferences.currency.date.toString(Qt::ISODate));
  settings.setValue(u"hints"_s, preferences.hints);
  for (const auto& [how, name] : kStarts)
    if (how == preferences.atStart) settings.setValue(u"atStart"_s, QString(name));
  settings.remove(u"keys"_s);
  for (auto own = preferences.keys.begin(); own != preferences.keys.end(); ++own)
    settings.setValue(u"keys/"_s + own.key(), own.value());
  check(settings);
}

QStringList Session::pinnedFiles() const {
  return KeptSettings(m_stateFile).value(u"pinned"_s).toStringList();
}

QStringList Session::recentFiles() const {
  const QStringList used = KeptSettings(m_stateFile).value(u"recent"_s).toStringList();
  QStringList paths = pinnedFiles();
  for (const QString& path : used)
    if (!paths.contains(path) && paths.size() < kRecentFiles) paths << path;
  return paths;
}

QString Session::lastFile() const {
  const QStringList used = KeptSettings(m_stateFile).value(u"recent"_s).toStringList();
  return used.isEmpty() || !QFileInfo::exists(used.front()) ? QString() : used.front();
}

void Session::setOpenFiles(const QStringList& paths) {
  KeptSettings settings(m_stateFile);
  if (paths.isEmpty() && !settings.contains(u"open"_s)) return;
  if (paths.isEmpty())
    settings.remove(u"open"_s);
  else
    settings.setValue(u"open"_s, paths);
  check(settings);
}

QStringList Session::takeOpenFiles() {
  KeptSettings settings(m_stateFile);
  QStringList paths = settings.value(u"open"_s).toStringList();
  if (paths.isEmpty()) return paths;
  settings.remove(u"open"_s);
  check(settings);
  paths.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
  return paths;
}

void Session::addRecentFile(const QString& path) {
  KeptSettings settings(m_stateFile);
  QStringList paths = settings.value(u"recent"_s).toStringList();
  const QString whole = QFileInfo(path).absoluteFilePath();
  paths.removeAll(whole);
  paths.prepend(whole);
  while (paths.size() > kRecentFiles) paths.removeLast();
  settings.setValue(u"recent"_s, paths);
  check(settings);
  emit recentFilesChanged(recentFiles());
}

void Session::setPinned(const QString& path, bool pinned) {
  if (path.isEmpty()) return;
  const QString whole = QFileInfo(path).absoluteFilePath();
  QStringList paths = pinnedFiles();
  paths.removeAll(whole);
  if (pinned && paths.size() < kRecentFiles) paths.append(whole);
  KeptSettings settings(m_stateFile);
  settings.setValue(u"pinned"_s, paths);
  check(settings);
  emit recentFilesChanged(recentFiles());
}

/// The mark of a process that has ended without taking it away is one that never came to its window.
void Session::beginStart() {
  if (m_startMark.isLocked()) return;
  const bool left = QFileInfo::exists(m_startMark.fileName());
  QDir().mkpath(stateFolder());
  if (!m_startMark.tryLock(0) || !left)
    return;  // another one that starts now, or the folder can't be written
  KeptSettings settings(m_stateFile);
  settings.remove(kAside);
  for (const QLatin1StringView key : kLayoutKeys) {
    if (!settings.contains(key)) continue;
    m_setAside = true;
    settings.setValue(kAside + u'/' + key, settings.value(key));
    settings.remove(key);
  }
  check(settings);
}

void Session::restore(ui::MainWindow& window) {
  ++m_starting;
  beginStart();
  const KeptSettings settings(m_stateFile);
  const auto kept = [&](const QString& key) {
    return m_passing ? QByteArray() : settings.value(key).toByteArray();
  };
  window.panelLayout().restore(kept(u"geometry"_s), kept(u"layout"_s));
  window.panels().restoreViews(kept(u"ranking"_s));
  window.search().setLimit(settings.value(u"searchLimit"_s).toDouble());
  window.search().setSeed(settings.value(u"searchSeed"_s).toULongLong());
  window.search().estimate().setMeasured(
      {settings.value(u"searchedStrategies"_s).toDouble(), settings.value(u"searchedSeconds"_s).toDouble()});
}

void Session::endStart() {
  if (--m_starting == 0) m_startMark.unlock();
}

void Session::putLayout(KeptSettings& settings, ui::MainWindow& window) const {
  if (!window.panelLayout().isSettled() || m_passing) return;
  settings.setValue(u"geometry"_s, window.saveGeometry());
  settings.setValue(u"layout"_s, window.panelLayout().saved());
}

void Session::storeLayout(ui::MainWindow& window) {
  KeptSettings settings(m_stateFile);
  putLayout(settings, window);
  check(settings);
}

void Session::store(ui::MainWindow& window) {
  KeptSettings settings(m_stateFile);
  putLayout(settings, window);
  if (!m_passing) settings.setValue(u"ranking"_s, window.panels().savedViews());
  settings.setValue(u"searchLimit"_s, window.search().limit());
  settings.setValue(u"searchSeed"_s, window.search().seed());
  settings.setValue(u"searchedStrategies"_s, window.search().estimate().measured().strategies);
  settings.setValue(u"searchedSeconds"_s, window.search().estimate().measured().seconds);
  check(settings);
}

QByteArray Session::priceMappings() const {
  return KeptSettings(m_stateFile).value(u"priceColumns"_s).toByteArray();
}

void Session::setPriceMappings(const QByteArray& mappings) {
  KeptSettings settings(m_stateFile);
  settings.setValue(u"priceColumns"_s, mappings);
  check(settings);
}

void Session::forgetLayout() {
  KeptSettings settings(m_stateFile);
  for (const QLatin1StringView key : kLayoutKeys) settings.remove(key);
}

}  // namespace astrolabe::app
