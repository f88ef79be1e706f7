#pragma once
// The shape and pattern of a GPU type, painted. Values and a painter, nothing else.

#include <QBrush>
#include <QPainterPath>
#include <QRectF>

#include "ui/render/theme.h"

class QPainter;

namespace astrolabe::ui {

/// The outline of a shape that fills `box`.
QPainterPath shapePath(Shape shape, QRectF box);
/// A filled shape; hollow (1.4 px outline) when `filled` is false.
void paintShape(QPainter& painter, const GpuStyle& style, QRectF box, bool filled = true);
/// Fills a rectangle with the type's hue and pattern; lines and dots are in `paper`.
void paintPattern(QPainter& painter, const GpuStyle& style, QRectF box, const QColor& paper,
                  double radius = 0.0);

}  // namespace astrolabe::ui
