#include "ui/render/marks.h"

#include <QPainterPath>
#include <QPolygonF>
#include <QStringList>
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

void drawLines(QPainter& painter, const QRectF& rect, double angle, double step) {
  // Lines through the whole rectangle at `angle` degrees, phase fixed to the origin so that neighbours match.
  const double length = rect.width() + rect.height();
  painter.save();
  painter.setClipRect(rect, Qt::IntersectClip);
  painter.translate(rect.center());
  painter.rotate(angle);
  for (double at = -length; at <= length; at += step)
    painter.drawLine(QPointF(-length, at), QPointF(length, at));
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
  const QString& pattern = style.pattern;
  const QLatin1StringView lines("lines-");
  if (pattern.startsWith(lines)) drawLines(painter, rect, -pattern.mid(lines.size()).toDouble(), 5.0);
  if (pattern == QLatin1StringView("grid") || pattern == QLatin1StringView("crosshatch")) {
    const double turn = pattern == QLatin1StringView("grid") ? 0.0 : 45.0;
    drawLines(painter, rect, turn, 5.0);
    drawLines(painter, rect, turn + 90.0, 5.0);
  }
  if (pattern == QLatin1StringView("dots")) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(line);
    for (double y = rect.top() + 3; y < rect.bottom(); y += 5)
      for (double x = rect.left() + 3; x < rect.right(); x += 5) painter.drawEllipse(QPointF(x, y), 1.0, 1.0);
  }
  painter.restore();
}

void fillHatch(QPainter& painter, const QRectF& rect, const Theme& theme) {
  painter.fillRect(rect, theme.part(cost::Part::pipeline_bubble).color);
  painter.save();
  painter.setPen(QPen(theme.hatch, 1.0));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(rect, Qt::IntersectClip);
  const double step = 6.0 * std::numbers::sqrt2;
  const double first = std::floor((rect.left() - rect.height()) / step) * step;
  for (double x = first; x < rect.right() + rect.height(); x += step)
    painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()));
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
