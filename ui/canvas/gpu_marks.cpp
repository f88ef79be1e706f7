#include "ui/canvas/gpu_marks.h"

#include <QPainter>
#include <QPolygonF>
#include <cmath>
#include <numbers>

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

/// Lines at an angle across a box, `step` apart.
void paintLines(QPainter& painter, QRectF box, double degrees, double step) {
  const double reach = box.width() + box.height();
  painter.save();
  painter.translate(box.center());
  painter.rotate(degrees);
  for (double y = -reach; y <= reach; y += step) painter.drawLine(QPointF(-reach, y), QPointF(reach, y));
  painter.restore();
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
  constexpr double kStep = 4.0;
  const auto is = [&](const char* name) { return style.pattern == QLatin1StringView(name); };
  if (is("lines-45") || is("crosshatch")) paintLines(painter, box, -45.0, kStep);
  if (is("lines-135") || is("crosshatch")) paintLines(painter, box, 45.0, kStep);
  if (is("lines-0") || is("grid")) paintLines(painter, box, 0.0, kStep);
  if (is("lines-90") || is("grid")) paintLines(painter, box, 90.0, kStep);
  if (is("dots")) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(paper);
    for (double y = box.top() + 2.5; y < box.bottom(); y += kStep)
      for (double x = box.left() + 2.5; x < box.right(); x += kStep)
        painter.drawEllipse(QPointF(x, y), 0.9, 0.9);
  }
  painter.restore();
}

}  // namespace astrolabe::ui
