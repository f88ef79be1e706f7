#include "app/session.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace astrolabe::app {
namespace {

using namespace Qt::StringLiterals;

constexpr int kLayoutVersion =
    1;  ///< rises when panels are added, so that an old layout is not forced on them

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
      m_stateFile(stateFolder() + u"/window.ini"_s) {}

ui::ThemeMode Session::theme() const {
  return ui::themeModeFrom(QSettings(m_configFile, QSettings::IniFormat).value(u"theme"_s).toString());
}

void Session::setTheme(ui::ThemeMode mode) {
  QSettings(m_configFile, QSettings::IniFormat).setValue(u"theme"_s, ui::themeModeName(mode));
}

QString Session::language() const {
  return QSettings(m_configFile, QSettings::IniFormat).value(u"language"_s).toString();
}

QStringList Session::recentFiles() const {
  return QSettings(m_stateFile, QSettings::IniFormat).value(u"recent"_s).toStringList();
}

void Session::addRecentFile(const QString& path) {
  QStringList paths = recentFiles();
  const QString whole = QFileInfo(path).absoluteFilePath();
  paths.removeAll(whole);
  paths.prepend(whole);
  while (paths.size() > kRecentFiles) paths.removeLast();
  QSettings(m_stateFile, QSettings::IniFormat).setValue(u"recent"_s, paths);
  emit recentFilesChanged(paths);
}

void Session::restore(ui::MainWindow& window) const {
  const QSettings settings(m_stateFile, QSettings::IniFormat);
  window.restoreLayout(settings.value(u"geometry"_s).toByteArray(),
                       settings.value(u"layout"_s).toByteArray());
}

void Session::store(const ui::MainWindow& window) {
  QSettings settings(m_stateFile, QSettings::IniFormat);
  settings.setValue(u"geometry"_s, window.saveGeometry());
  settings.setValue(u"layout"_s, window.savedLayout());
}

void Session::forgetLayout() {
  QSettings settings(m_stateFile, QSettings::IniFormat);
  settings.remove(u"geometry"_s);
  settings.remove(u"layout"_s);
}

}  // namespace astrolabe::app
