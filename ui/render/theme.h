#pragma once
// The one place with colours and measures, made from the design tokens (resources/tokens.json).

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>
#include <array>
#include <string>
#include <vector>

#include "core/cost/evaluation.h"

namespace astrolabe::ui {

enum class ThemeKind { Light, Dark, HighContrastLight, HighContrastDark };

/// What plots, timelines and tiles are drawn with: hues, or greys and patterns that a printer without colours
/// keeps apart.
enum class PlotPalette { Colours, Print };

/// Shape of a GPU type: repeats what its colour says.
enum class Shape { Circle, Square, TriangleUp, Diamond, Pentagon, TriangleDown, Cross, Hexagon };

struct GpuStyle {
  QColor color;
  Shape shape = Shape::Circle;
  QString pattern;  ///< "solid", "lines-45", "dots", "lines-135", "grid", "lines-0", "lines-90", "crosshatch"
};

struct PartStyle {
  QColor color, ink;
  bool hatch = false;
  QString pattern{};  ///< as of a GPU type, in the ink over the colour; empty: none
};

struct Theme {
  ThemeKind kind = ThemeKind::Light;
  PlotPalette plots = PlotPalette::Colours;
  QColor window, toolbar, panel, raised, canvas, grid, header, hover, text, text2, text3, disabled, border,
      borderStrong, focus, selection, selectionText, accent, onAccent, best, bestFill, success, successFill,
      warn, warnFill, error, errorFill, stale, staleFill, assumed, plot, plotGrid, plotAxis, limit, hatch;
  std::array<PartStyle, cost::kParts> parts;
  std::array<GpuStyle, 8> gpus;
  std::vector<std::string> gpuOrder;  ///< GPU types of a plan (ui/render/gpu_order.h); of reports and slides
  std::array<QColor, 9> sequential;

  const PartStyle& part(cost::Part part) const { return parts[static_cast<std::size_t>(part)]; }
  /// By the order in which GPU types enter a plan; colours repeat with the next shape from the ninth on.
  GpuStyle gpu(int index) const;
  QPalette palette() const;
  bool isHighContrast() const {
    return kind == ThemeKind::HighContrastLight || kind == ThemeKind::HighContrastDark;
  }
  bool isDark() const { return kind == ThemeKind::Dark || kind == ThemeKind::HighContrastDark; }

  /// Reads the tokens embedded as :/astrolabe/tokens.json, with the palette in force.
  static Theme make(ThemeKind kind);
};

/// The theme in force for windows. Figures for export use Theme::make(ThemeKind::Light).
const Theme& currentTheme();
void setCurrentTheme(ThemeKind kind);
/// The palette in force, for windows and for figures and reports alike.
PlotPalette plotPalette();
void setPlotPalette(PlotPalette palette);

/// Token measures in device-independent pixels, scaled by the application font (13 px = 1).
double fontScale();
int scaled(double pixels);
/// Text so large that a screen holds half of what it usually does: panels keep to what they need.
bool largeText();

enum class TextRole { Caption, Body, BodyStrong, Section, Title, Figure, Mono };
QFont font(TextRole role);

}  // namespace astrolabe::ui
