#include "ui/render/curve_figure.h"

#include <QFontMetricsF>
#include <QPolygonF>
#include <algorithm>
#include <utility>

#include "ui/render/faces.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/pareto_figure.h"

namespace astrolabe::ui {

namespace {

constexpr double kCurveLeft = 56.0, kCurveRight = 12.0, kCurveTop = 14.0, kCurveBottom = 38.0,
                 kCurveLegend = 18.0, kCurveMark = 7.0;

struct CurveFrame {
  QRectF area;
  double right = 1.0, top = 1.0;  ///< the largest values
  QPointF at(QPointF value) const {
    return {area.left() + value.x() / right * area.width(), area.bottom() - value.y() / top * area.height()};
  }
};

CurveFrame curveFrame(const CurveFigure& figure, double width) {
  CurveFrame frame;
  frame.area = QRectF(kCurveLeft, kCurveTop, width - kCurveLeft - kCurveRight, figure.plot);
  double right = 0.0, top = 0.0;
  const auto reach = [&](QPointF point) {
    right = std::max(right, point.x());
    top = std::max(top, point.y());
  };
  for (const CurveLine& line : figure.lines)
    for (const QPointF& point : line.points) reach(point);
  for (const CurveLevel& level : figure.levels) reach({0.0, level.y});
  if (figure.chosen) reach(*figure.chosen);
  constexpr double kRoom = 1.05;
  frame.right = right > 0.0 ? right * kRoom : 1.0;
  frame.top = figure.top ? *figure.top : top > 0.0 ? top * kRoom : 1.0;
  return frame;
}

void paintCurveAxes(QPainter& painter, const CurveFigure& figure, const CurveFrame& frame,
                    const Theme& theme) {
  constexpr int kSteps = 5;
  const QRectF& area = frame.area;
  for (const double value : roundSteps(0.0, frame.right, kSteps)) {
    const double x = frame.at({value, 0.0}).x();
    painter.setPen(QPen(theme.plotGrid, 0.6));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter.setPen(theme.text2);
    painter.drawText(QRectF(x - 40, area.bottom() + 2, 80, 16), Qt::AlignHCenter, significantText(value));
  }
  for (const double value : roundSteps(0.0, frame.top, kSteps)) {
    const double y = frame.at({0.0, value}).y();
    painter.setPen(QPen(theme.plotGrid, 0.6));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setPen(theme.text2);
    painter.drawText(QRectF(0, y - 8, area.left() - 6, 16), Qt::AlignRight | Qt::AlignVCenter,
                     significantText(value));
  }
  painter.setPen(QPen(theme.plotAxis, 0.8));
  painter.drawRect(area);
  painter.setPen(theme.text);
  painter.drawText(QRectF(area.left(), area.bottom() + 18, area.width(), 16), Qt::AlignRight, figure.x);
  painter.drawText(QRectF(0, 0, area.right(), kCurveTop), Qt::AlignLeft | Qt::AlignTop, figure.y);
}

void paintCurve(QPainter& painter, const CurveLine& line, const CurveFrame& frame, const GpuStyle& style) {
  QPolygonF path;
  for (const QPointF& point : line.points) path << frame.at(point);
  painter.save();
  painter.setClipRect(frame.area);
  painter.setPen(QPen(style.color, 1.4));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(path);
  painter.restore();
  // As many marks as tell the line from others.
  constexpr std::size_t kMarks = 12;
  const std::size_t step = std::max<std::size_t>(1, line.points.size() / kMarks);
  for (std::size_t i = 0; i < line.points.size(); i += step) {
    const QPointF at = frame.at(line.points[i]);
    if (frame.area.adjusted(-1, -1, 1, 1).contains(at))
      drawShape(painter, QRectF(at.x() - kCurveMark / 2, at.y() - kCurveMark / 2, kCurveMark, kCurveMark),
                style.shape, style.color);
  }
}

}  // namespace

double curveHeight(const CurveFigure& figure) {
  const std::size_t entries = figure.lines.size() + (figure.chosen ? 1 : 0);
  return kCurveTop + figure.plot + kCurveBottom + kCurveLegend * static_cast<double>(entries);
}

void paintCurves(QPainter& painter, double width, const CurveFigure& figure, const Theme& theme) {
  painter.setFont(figureLetters());
  const CurveFrame frame = curveFrame(figure, width);
  paintCurveAxes(painter, figure, frame, theme);
  for (const CurveLevel& level : figure.levels) {
    if (level.y > frame.top) continue;
    const double y = frame.at({0.0, level.y}).y();
    painter.setPen(QPen(theme.limit, 1.0, Qt::DashLine));
    painter.drawLine(QPointF(frame.area.left(), y), QPointF(frame.area.right(), y));
    painter.drawText(QRectF(frame.area.left() + 6, y - 15, frame.area.width() - 12, 14), Qt::AlignLeft,
                     level.name);
  }
  double y = frame.area.bottom() + kCurveBottom;
  const auto entry = [&](const QString& name, const auto& mark) {
    mark(QRectF(kCurveLeft, y + 3, kCurveMark + 2, kCurveMark + 2));
    painter.setPen(theme.text);
    painter.drawText(QRectF(kCurveLeft + 18, y, width - kCurveLeft - 18, kCurveLegend), Qt::AlignLeft, name);
    y += kCurveLegend;
  };
  for (std::size_t i = 0; i < figure.lines.size(); ++i) {
    const GpuStyle style = theme.gpu(static_cast<int>(i));
    paintCurve(painter, figure.lines[i], frame, style);
    entry(figure.lines[i].name, [&](const QRectF& at) { drawShape(painter, at, style.shape, style.color); });
  }
  if (!figure.chosen) return;
  constexpr double kRing = 6.0;
  const auto ring = [&](QPointF middle) {
    painter.setPen(QPen(theme.best, 2.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(middle, kRing, kRing);
  };
  ring(frame.at(*figure.chosen));
  entry(figure.chosenName, [&](const QRectF& at) { ring(at.center()); });
}

}  // namespace astrolabe::ui
