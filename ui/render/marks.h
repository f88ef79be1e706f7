#pragma once
// Small drawings that repeat in words what a colour says: shapes and patterns of GPU types, hatching of
// waiting time.

#include <QBrush>
#include <QPainter>
#include <QString>

#include "core/hardware/gpu.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

/// The shape of a GPU type, filled, centred in `rect`.
void drawShape(QPainter& painter, const QRectF& rect, Shape shape, const QColor& color);

/// Fills `rect` with a GPU type's colour and pattern; light lines of `ground` on the colour.
void fillPattern(QPainter& painter, const QRectF& rect, const GpuStyle& style, const QColor& ground);

/// Measures of a pattern, pixels.
struct PatternSize {
  double step = 4.0;   ///< between lines, between dots
  double inset = 2.5;  ///< of the first dot
  double dot = 0.9;    ///< radius
};
/// A pattern alone, in the painter's pen; the caller clips. "solid" draws nothing.
void drawPattern(QPainter& painter, const QRectF& box, const QString& pattern, const PatternSize& size = {});

/// A part of time, memory or money: its colour, with its pattern over it, or hatched.
void fillPart(QPainter& painter, const QRectF& rect, const PartStyle& style, const Theme& theme);
/// The look of a part as a brush for what QCustomPlot fills; `opacity` of the colour, 0 to 1.
QBrush partBrush(const PartStyle& style, const Theme& theme, double opacity = 1.0);

/// Hatched area: 45 degree lines, 1 px every 6 px, on the bubble's ground.
void fillHatch(QPainter& painter, const QRectF& rect, const Theme& theme);

/// "H100" of "H100 SXM5 80GB": the name without form and size.
QString shortGpuName(const hardware::Gpu& gpu);

}  // namespace astrolabe::ui
