#pragma once
// The theme in force, and putting another in force.

#include <QString>

#include "ui/render/theme.h"

namespace astrolabe::ui {

/// The theme that a person chose; System follows the darkness of the desktop's palette, also when that
/// changes while the program runs, and so does the ground of HighContrast.
enum class ThemeMode { System, Light, Dark, HighContrast };

/// Puts a theme in force for the whole application without a restart: palette, then a style change to every
/// widget.
void applyTheme(ThemeMode mode);
/// Puts another palette for plots and tiles in force for the whole application without a restart.
void applyPlots(PlotPalette palette);
/// The choice in force.
ThemeMode themeMode();
/// Stable words for settings and options: "system", "light", "dark", "high-contrast".
QString themeModeName(ThemeMode mode);
ThemeMode themeModeFrom(const QString& name);

}  // namespace astrolabe::ui
