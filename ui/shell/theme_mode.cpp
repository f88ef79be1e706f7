#include "ui/shell/theme_mode.h"

#include <QApplication>
#include <QEvent>
#include <QPalette>
#include <QWidget>

#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {
ThemeMode chosenMode = ThemeMode::System;

/// The desktop's own palette, remembered before ours replaces it: dark when its text is lighter than its
/// ground.
bool systemIsDark() {
  static const bool dark = [] {
    const QPalette palette = QApplication::style() ? QApplication::palette() : QPalette();
    return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
  }();
  return dark;
}
}  // namespace

void applyTheme(ThemeMode mode) {
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
