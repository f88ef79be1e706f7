#include "ui/render/marks.h"

#include <QPainterPath>
#include <QPolygonF>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace astrolabe::ui {

namespace {

QPolygonF regularPolygon(QPointF centre, double radius, int corners, double startDegrees) {
  QPolygonF polygon;
  for (int i = 0; i < corners; ++i) {
    const double angle = (startDegrees + 360.0 * i / corners) * std::numbers::pi / 180.0;
    polygon << centre + QPointF(radius * std::cos(angle), radius * std::sin(angle));
  }
  return polygon;
}

/// Lines through a whole box at `angle` degrees from its centre, so that neighbours match.
void drawLines(QPainter& painter, const QRectF& box, double angle, double step) {
  const double length = box.width() + box.height();
  painter.save();
  painter.translate(box.center());
  painter.rotate(angle);
  for (int i = 0; i * step <= 2.0 * length; ++i) {
    const double at = i * step - length;
    painter.drawLine(QPointF(-length, at), QPointF(length, at));
  }
  painter.restore();
}

void drawDots(QPainter& painter, const QRectF& box, const PatternSize& size) {
  painter.save();
  painter.setBrush(painter.pen().color());
  painter.setPen(Qt::NoPen);
  const QRectF inner = box.adjusted(size.inset, size.inset, 0.0, 0.0);
  for (int row = 0; row * size.step < inner.height(); ++row)
    for (int column = 0; column * size.step < inner.width(); ++column)
      painter.drawEllipse(inner.topLeft() + QPointF(column, row) * size.step, size.dot, size.dot);
  painter.restore();
}

}  // namespace

void drawShape(QPainter& painter, const QRectF& rect, Shape shape, const QColor& color) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  const QPointF centre = rect.center();
  const double radius = 0.5 * std::min(rect.width(), rect.height());
  switch (shape) {
    case Shape::Circle:
      painter.drawEllipse(centre, radius * 0.95, radius * 0.95);
      break;
    case Shape::Square:
      painter.drawRect(
          QRectF(centre.x() - radius * 0.85, centre.y() - radius * 0.85, radius * 1.7, radius * 1.7));
      break;
    case Shape::TriangleUp:
      painter.drawPolygon(regularPolygon(centre + QPointF(0, radius * 0.2), radius * 1.1, 3, -90));
      break;
    case Shape::Diamond:
      painter.drawPolygon(regularPolygon(centre, radius * 1.05, 4, -90));
      break;
    case Shape::Pentagon:
      painter.drawPolygon(regularPolygon(centre, radius, 5, -90));
      break;
    case Shape::TriangleDown:
      painter.drawPolygon(regularPolygon(centre - QPointF(0, radius * 0.2), radius * 1.1, 3, 90));
      break;
    case Shape::Cross: {
      const double arm = radius * 0.38;
      QPainterPath path;
      path.addRect(QRectF(centre.x() - arm, centre.y() - radius, 2 * arm, 2 * radius));
      QPainterPath across;
      across.addRect(QRectF(centre.x() - radius, centre.y() - arm, 2 * radius, 2 * arm));
      painter.drawPath(path.united(across));
      break;
    }
    case Shape::Hexagon:
      painter.drawPolygon(regularPolygon(centre, radius, 6, 0));
      break;
  }
  painter.restore();
}

void fillPattern(QPainter& painter, const QRectF& rect, const GpuStyle& style, const QColor& ground) {
  painter.save();
  painter.fillRect(rect, style.color);
  QColor line = ground;
  line.setAlphaF(0.55F);
  painter.setPen(QPen(line, 1.2));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(rect, Qt::IntersectClip);
  drawPattern(painter, rect, style.pattern, {5.0, 3.0, 1.0});
  painter.restore();
}

void drawPattern(QPainter& painter, const QRectF& box, const QString& pattern, const PatternSize& size) {
  const QLatin1StringView lines("lines-");
  if (pattern.startsWith(lines)) drawLines(painter, box, -pattern.mid(lines.size()).toDouble(), size.step);
  if (pattern == QLatin1StringView("grid") || pattern == QLatin1StringView("crosshatch")) {
    const double turn = pattern == QLatin1StringView("grid") ? 0.0 : 45.0;
    drawLines(painter, box, turn, size.step);
    drawLines(painter, box, turn + 90.0, size.step);
  }
  if (pattern == QLatin1StringView("dots")) drawDots(painter, box, size);
}

void fillHatch(QPainter& painter, const QRectF& rect, const Theme& theme) {
  painter.fillRect(rect, theme.part(cost::Part::pipeline_bubble).color);
  painter.save();
  painter.setPen(QPen(theme.hatch, 1.0));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(rect, Qt::IntersectClip);
  const double step = 6.0 * std::numbers::sqrt2;
  const int first = static_cast<int>(std::floor((rect.left() - rect.height()) / step));
  // Drawings in files know no clip: lines end at the sides by themselves.
  for (int line = first; line * step < rect.right(); ++line) {
    const double foot = line * step;
    const double from = std::max(foot, rect.left()), to = std::min(foot + rect.height(), rect.right());
    if (from < to)
      painter.drawLine(QPointF(from, rect.bottom() - (from - foot)),
                       QPointF(to, rect.bottom() - (to - foot)));
  }
  painter.restore();
}

QString shortGpuName(const hardware::Gpu& gpu) {
  const QStringList words = QString::fromStdString(gpu.name).split(QLatin1Char(' '), Qt::SkipEmptyParts);
  QStringList kept;
  for (const QString& word : words) {
    const bool form = word.startsWith(QLatin1StringView("SXM")) ||
                      word.startsWith(QLatin1StringView("PCIe")) ||
                      word.startsWith(QLatin1StringView("NVL")) || word.startsWith(QLatin1Char('('));
    if (form) break;
    if (word != QLatin1StringView("Instinct") && word != QLatin1StringView("Tesla")) kept << word;
    if (kept.size() == 3) break;
  }
  return kept.isEmpty() ? QString::fromStdString(gpu.id) : kept.join(QLatin1Char(' '));
}

}  // namespace astrolabe::ui
