#include "ui/shell/theme_mode.h"

#include <QApplication>
#include <QEvent>
#include <QPalette>
#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <optional>

#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {
ThemeMode chosenMode = ThemeMode::System;
std::optional<bool> desktopDark;  ///< as it was read last

/// Dark when the text is lighter than its ground.
bool isDark(const QPalette& palette) {
  return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
}

/// The desktop's own palette, remembered before ours replaces it.
bool systemIsDark() {
  if (!desktopDark) desktopDark = isDark(QApplication::style() ? QApplication::palette() : QPalette());
  return *desktopDark;
}

/// The desktop may have turned dark or light: its palette shows where ours is taken away for a moment.
void followDesktop() {
  QApplication::setPalette(QPalette());
  const bool dark = isDark(QApplication::palette());
  const bool changed = dark != systemIsDark();
  desktopDark = dark;
  if (changed)
    applyTheme(chosenMode);
  else
    QApplication::setPalette(currentTheme().palette());
}

/// Hears the desktop's own changes: every window is told, so they are answered once, a moment later. Ours
/// come as changes of palette and style, never as these.
class DesktopWatch : public QObject {
 public:
  explicit DesktopWatch(QObject* application) : QObject(application) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, [] { followDesktop(); });
    application->installEventFilter(this);
  }
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::ThemeChange) m_soon.start();
    return false;
  }

 private:
  QTimer m_soon;
};
}  // namespace

void applyTheme(ThemeMode mode) {
  static QPointer<DesktopWatch> watch;
  if (!watch) watch = new DesktopWatch(qApp);
  const bool systemDark = systemIsDark();
  chosenMode = mode;
  const bool dark = mode == ThemeMode::Dark || (mode == ThemeMode::System && systemDark);
  if (mode == ThemeMode::HighContrast)
    setCurrentTheme(systemDark ? ThemeKind::HighContrastDark : ThemeKind::HighContrastLight);
  else
    setCurrentTheme(dark ? ThemeKind::Dark : ThemeKind::Light);
  QApplication::setPalette(currentTheme().palette());
  for (QWidget* widget : QApplication::allWidgets()) {
    QEvent change(QEvent::StyleChange);
    QCoreApplication::sendEvent(widget, &change);
    widget->update();
  }
}

void applyPlots(PlotPalette palette) {
  setPlotPalette(palette);
  applyTheme(chosenMode);
}

ThemeMode themeMode() { return chosenMode; }

QString themeModeName(ThemeMode mode) {
  switch (mode) {
    case ThemeMode::Light:
      return u"light"_s;
    case ThemeMode::Dark:
      return u"dark"_s;
    case ThemeMode::HighContrast:
      return u"high-contrast"_s;
    case ThemeMode::System:
      break;
  }
  return u"system"_s;
}

ThemeMode themeModeFrom(const QString& name) {
  if (name == u"light"_s) return ThemeMode::Light;
  if (name == u"dark"_s) return ThemeMode::Dark;
  if (name == u"high-contrast"_s) return ThemeMode::HighContrast;
  return ThemeMode::System;
}

}  // namespace astrolabe::ui
