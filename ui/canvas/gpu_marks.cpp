#include "ui/canvas/gpu_marks.h"

#include <QPainter>
#include <QPolygonF>
#include <cmath>
#include <numbers>

#include "ui/render/marks.h"

namespace astrolabe::ui {

namespace {

QPainterPath polygon(QRectF box, int corners, double turn) {
  QPolygonF points;
  const QPointF middle = box.center();
  for (int i = 0; i < corners; ++i) {
    const double angle = turn + 2.0 * std::numbers::pi * i / corners;
    points << QPointF(middle.x() + box.width() / 2.0 * std::cos(angle),
                      middle.y() + box.height() / 2.0 * std::sin(angle));
  }
  QPainterPath path;
  path.addPolygon(points);
  path.closeSubpath();
  return path;
}

}  // namespace

QPainterPath shapePath(Shape shape, QRectF box) {
  const double up = -std::numbers::pi / 2.0;
  QPainterPath path;
  switch (shape) {
    case Shape::Circle:
      path.addEllipse(box);
      return path;
    case Shape::Square:
      path.addRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
      return path;
    case Shape::TriangleUp:
      path.addPolygon(QPolygonF({box.bottomLeft(), QPointF(box.center().x(), box.top()), box.bottomRight()}));
      path.closeSubpath();
      return path;
    case Shape::TriangleDown:
      path.addPolygon(QPolygonF({box.topLeft(), QPointF(box.center().x(), box.bottom()), box.topRight()}));
      path.closeSubpath();
      return path;
    case Shape::Diamond:
      return polygon(box, 4, up);
    case Shape::Pentagon:
      return polygon(box, 5, up);
    case Shape::Hexagon:
      return polygon(box, 6, 0.0);
    case Shape::Cross: {
      const double third = box.width() / 3.0;
      path.addRect(box.adjusted(third, 0, -third, 0));
      QPainterPath bar;
      bar.addRect(box.adjusted(0, third, 0, -third));
      return path.united(bar);
    }
  }
  return path;
}

void paintShape(QPainter& painter, const GpuStyle& style, QRectF box, bool filled) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  if (filled) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.color);
  } else {
    painter.setPen(QPen(style.color, 1.4));
    painter.setBrush(Qt::NoBrush);
  }
  painter.drawPath(shapePath(style.shape, box));
  painter.restore();
}

void paintPattern(QPainter& painter, const GpuStyle& style, QRectF box, const QColor& paper, double radius) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath outline;
  outline.addRoundedRect(box, radius, radius);
  painter.setPen(Qt::NoPen);
  painter.setBrush(style.color);
  painter.drawPath(outline);
  if (style.pattern == QLatin1StringView("solid")) {  // clipping costs more than all else of a tile
    painter.restore();
    return;
  }
  painter.setClipPath(outline, Qt::IntersectClip);
  painter.setPen(QPen(paper, 1.2));
  drawPattern(painter, box, style.pattern);
  painter.restore();
}

}  // namespace astrolabe::ui
