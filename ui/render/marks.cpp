#include "ui/render/marks.h"

#include <QPainterPath>
#include <QPixmap>
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

/// Lines at 45 degrees within `rect`, rising to the right or falling. Drawings in files know no clip: lines
/// end at the sides by themselves.
void drawDiagonals(QPainter& painter, const QRectF& rect, double step, bool rising) {
  const int first = static_cast<int>(std::floor((rect.left() - rect.height()) / step));
  for (int line = first; line * step < rect.right(); ++line) {
    const double foot = line * step;
    const double from = std::max(foot, rect.left()), to = std::min(foot + rect.height(), rect.right());
    const auto y = [&](double x) { return rising ? rect.bottom() - (x - foot) : rect.top() + (x - foot); };
    if (from < to) painter.drawLine(QPointF(from, y(from)), QPointF(to, y(to)));
  }
}

/// A pattern over a part of a plot, which ends within it by itself, too.
void drawPartPattern(QPainter& painter, const QRectF& rect, const QString& pattern) {
  constexpr double kStep = 4.0, kDot = 0.8;
  const auto first = [](double from) { return (std::floor(from / kStep) + 0.5) * kStep; };
  const auto within = [&](double at, double low, double high) { return at >= low && at <= high; };
  if (pattern == QLatin1StringView("lines-0"))
    for (double y = first(rect.top()); y < rect.bottom(); y += kStep)
      if (within(y, rect.top(), rect.bottom()))
        painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
  if (pattern == QLatin1StringView("lines-90"))
    for (double x = first(rect.left()); x < rect.right(); x += kStep)
      if (within(x, rect.left(), rect.right()))
        painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()));
  if (pattern == QLatin1StringView("lines-135"))
    drawDiagonals(painter, rect, kStep * std::numbers::sqrt2, false);
  if (pattern == QLatin1StringView("dots")) {
    painter.setBrush(painter.pen().color());
    painter.setPen(Qt::NoPen);
    for (double y = first(rect.top()); y < rect.bottom(); y += kStep)
      for (double x = first(rect.left()); x < rect.right(); x += kStep)
        if (within(x, rect.left() + kDot, rect.right() - kDot) &&
            within(y, rect.top() + kDot, rect.bottom() - kDot))
          painter.drawEllipse(QPointF(x, y), kDot, kDot);
  }
}

/// The ink of a pattern: words over it stay legible.
QColor patternInk(const PartStyle& style) {
  QColor ink = style.ink;
  ink.setAlphaF(0.6F);
  return ink;
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
  drawDiagonals(painter, rect, 6.0 * std::numbers::sqrt2, true);
  painter.restore();
}

void fillPart(QPainter& painter, const QRectF& rect, const PartStyle& style, const Theme& theme) {
  if (style.hatch) return fillHatch(painter, rect, theme);
  painter.fillRect(rect, style.color);
  if (style.pattern.isEmpty()) return;
  painter.save();
  painter.setPen(QPen(patternInk(style), 1.0));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(rect, Qt::IntersectClip);
  drawPartPattern(painter, rect, style.pattern);
  painter.restore();
}

QBrush partBrush(const PartStyle& style, const Theme& theme, double opacity) {
  QColor fill = style.hatch ? theme.part(cost::Part::pipeline_bubble).color : style.color;
  if (!style.hatch) fill.setAlphaF(static_cast<float>(opacity));
  if (!style.hatch && style.pattern.isEmpty()) return fill;
  QPixmap tile(8, 8);  // it repeats: 45 degrees every 6 px
  tile.fill(fill);
  QPainter painter(&tile);
  if (style.hatch) {
    painter.setPen(theme.hatch);
    painter.drawLine(0, 7, 7, 0);
    return QBrush(tile);
  }
  painter.setPen(patternInk(style));
  if (style.pattern == QLatin1StringView("lines-135"))
    painter.drawLine(0, 0, 7, 7);
  else
    drawPartPattern(painter, QRectF(0, 0, 8, 8), style.pattern);
  return QBrush(tile);
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
