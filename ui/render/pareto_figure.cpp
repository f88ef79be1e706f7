#include "ui/render/pareto_figure.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainterPath>
#include <QPointF>
#include <algorithm>
#include <cmath>

#include "ui/render/marks.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct FigureWords {
  Q_DECLARE_TR_FUNCTIONS(ParetoFigure)
};

constexpr double kLeft = 56.0, kRight = 8.0, kTop = 14.0, kBottom = 38.0, kLegendLine = 18.0;

QString bestText(const ParetoFigure& figure) {
  return figure.bestKind.isEmpty()
             ? FigureWords::tr("best, number 1 of the ranking")
             : FigureWords::tr("best, first of the ranking: %1", "a kind of plan").arg(figure.bestKind);
}

/// Where the entries of the legend stand, one after another like words; the last line's top in `y`.
std::vector<QPointF> legendPlaces(const ParetoFigure& figure, double width, const QFont& letters, double& y) {
  std::vector<QPointF> places;
  const QFontMetricsF measure(letters);
  double x = kLeft;
  y = 0.0;
  const auto place = [&](const QString& words) {
    const double wide = 18.0 + measure.horizontalAdvance(words);
    if (x > kLeft && x + wide > width) {
      x = kLeft;
      y += kLegendLine;
    }
    places.emplace_back(x, y);
    x += wide + 18.0;
  };
  for (const FigureGroup& group : figure.groups) place(group.name);
  if (figure.best) place(bestText(figure));
  return places;
}

/// The plot's own lengths: from values to places.
struct Frame {
  QRectF area;
  double low = 0.0, high = 1.0, bottom = 0.0, top = 1.0;
  double x(double value) const { return area.left() + (value - low) / (high - low) * area.width(); }
  double y(double value) const { return area.bottom() - (value - bottom) / (top - bottom) * area.height(); }
};

Frame frameOf(const ParetoFigure& figure, double width) {
  Frame frame;
  frame.area = QRectF(kLeft, kTop, width - kLeft - kRight, figure.plot);
  double low = INFINITY, high = -INFINITY, slow = INFINITY, fast = -INFINITY;
  for (const FigurePoint& point : figure.points) {
    low = std::min(low, point.usdPerTrillion);
    high = std::max(high, point.usdPerTrillion);
    slow = std::min(slow, point.tokensPerSecond);
    fast = std::max(fast, point.tokensPerSecond);
  }
  if (figure.limit && *figure.limit < 1.5 * high) high = std::max(high, *figure.limit);
  const double wide = std::max(high - low, 0.05 * high), tall = std::max(fast - slow, 0.05 * fast);
  frame.low = std::max(0.0, low - 0.14 * wide);  // "better" stands there
  frame.high = high + 0.08 * wide;
  frame.bottom = std::max(0.0, slow - 0.10 * tall);
  frame.top = fast + 0.14 * tall;
  return frame;
}

void paintAxes(QPainter& painter, const Frame& frame, const Theme& theme, const QFont& letters) {
  painter.setFont(letters);
  const QRectF& area = frame.area;
  const std::vector<double> speeds = roundSteps(frame.bottom, frame.top, 5);
  const QStringList speedTexts =
      distinctTexts(speeds, [](double value, int digits) { return significantText(value, digits); });
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const double value = speeds[i];
    painter.setPen(QPen(theme.plotGrid, 1.0));
    painter.drawLine(QPointF(area.left(), frame.y(value)), QPointF(area.right(), frame.y(value)));
    painter.setPen(theme.text2);
    painter.drawText(QRectF(0, frame.y(value) - 8, kLeft - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                     speedTexts[static_cast<qsizetype>(i)]);
  }
  painter.setPen(QPen(theme.plotAxis, 1.0));
  painter.drawLine(area.bottomLeft(), area.bottomRight());
  std::vector<double> sums = roundSteps(shownMoney(frame.low), shownMoney(frame.high), 6);
  for (double& sum : sums) sum = dollars(sum);
  const QStringList sumTexts =
      distinctTexts(sums, [](double value, int digits) { return moneyText(value, digits); });
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double value = sums[i];
    painter.setPen(QPen(theme.plotAxis, 1.0));
    painter.drawLine(QPointF(frame.x(value), area.bottom()), QPointF(frame.x(value), area.bottom() + 4));
    painter.setPen(theme.text2);
    painter.drawText(QRectF(frame.x(value) - 40, area.bottom() + 5, 80, 15), Qt::AlignCenter,
                     sumTexts[static_cast<qsizetype>(i)]);
  }
  painter.setPen(theme.text3);
  painter.drawText(QRectF(area.left(), area.bottom() + 20, area.width(), 15),
                   Qt::AlignRight | Qt::AlignVCenter,
                   FigureWords::tr("%1 per 10¹² tokens", "sign of a currency").arg(currencySign()));
  painter.drawText(QRectF(0, 0, area.width(), kTop), Qt::AlignLeft | Qt::AlignVCenter,
                   FigureWords::tr("tokens per second"));
  // Better is up and to the left; what lies there is free.
  const QPointF tip(area.left() + 10, area.bottom() - 44), tail = tip + QPointF(18, 18);
  painter.setPen(QPen(theme.text3, 1.2));
  painter.drawLine(tail, tip);
  painter.drawLine(tip, tip + QPointF(7, 1));
  painter.drawLine(tip, tip + QPointF(1, 7));
  painter.drawText(QRectF(tip.x() - 2, tail.y() + 1, 90, 16), Qt::AlignLeft | Qt::AlignVCenter,
                   FigureWords::tr("better"));
}

void paintLimit(QPainter& painter, const Frame& frame, double limit, const Theme& theme) {
  const double x = frame.x(limit);
  if (x > frame.area.right()) return;
  QColor hatch = theme.hatch;
  hatch.setAlphaF(0.5F);
  painter.fillRect(QRectF(QPointF(x, frame.area.top()), frame.area.bottomRight()),
                   QBrush(hatch, Qt::FDiagPattern));
  painter.setPen(QPen(theme.limit, 1.2, Qt::DashLine));
  painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()));
  painter.setPen(theme.limit);
  painter.drawText(QRectF(x - 124, frame.area.bottom() - 18, 120, 16), Qt::AlignRight | Qt::AlignVCenter,
                   FigureWords::tr("limit %1").arg(moneyText(limit)));
}

void paintFrontier(QPainter& painter, const Frame& frame, const ParetoFigure& figure, const Theme& theme) {
  std::vector<FigurePoint> front;
  for (const FigurePoint& point : figure.points)
    if (point.frontier) front.push_back(point);
  std::sort(front.begin(), front.end(),
            [](const FigurePoint& a, const FigurePoint& b) { return a.usdPerTrillion < b.usdPerTrillion; });
  if (front.empty()) return;
  QPainterPath path(QPointF(frame.x(front.front().usdPerTrillion), frame.area.bottom()));
  double height = frame.area.bottom();
  for (const FigurePoint& point : front) {
    path.lineTo(frame.x(point.usdPerTrillion), height);
    height = frame.y(point.tokensPerSecond);
    path.lineTo(frame.x(point.usdPerTrillion), height);
  }
  path.lineTo(frame.area.right(), height);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.text, 1.5));
  painter.drawPath(path);
}

}  // namespace

void markFigureFrontier(std::vector<FigurePoint>& points) {
  for (FigurePoint& point : points)
    point.frontier = std::none_of(points.begin(), points.end(), [&](const FigurePoint& other) {
      return other.usdPerTrillion <= point.usdPerTrillion && other.tokensPerSecond >= point.tokensPerSecond &&
             (other.usdPerTrillion < point.usdPerTrillion || other.tokensPerSecond > point.tokensPerSecond);
    });
}

std::vector<double> roundSteps(double low, double high, int count) {
  std::vector<double> steps;
  if (!(high > low) || count < 1) return steps;
  const double raw = (high - low) / count, magnitude = std::pow(10.0, std::floor(std::log10(raw)));
  double step = 10.0 * magnitude;
  for (const double nice : {5.0, 2.0, 1.0})
    if (nice * magnitude >= raw) step = nice * magnitude;
  for (double at = std::ceil(low / step) * step; at <= high; at += step) steps.push_back(at);
  return steps;
}

double paretoHeight(const ParetoFigure& figure, double width, const QFont& letters) {
  double last = 0.0;
  legendPlaces(figure, width, letters, last);
  return kTop + figure.plot + kBottom + last + kLegendLine;
}

void paintPareto(QPainter& painter, double width, const ParetoFigure& figure, const Theme& theme,
                 const QFont& letters) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const Frame frame = frameOf(figure, width);
  paintAxes(painter, frame, theme, letters);
  if (figure.limit) paintLimit(painter, frame, *figure.limit, theme);
  paintFrontier(painter, frame, figure, theme);
  const auto at = [&](const FigurePoint& point) {
    return QPointF(frame.x(point.usdPerTrillion), frame.y(point.tokensPerSecond));
  };
  const auto mark = [&](QPointF centre, double radius, const GpuStyle& style, double share) {
    QColor color = style.color;
    color.setAlphaF(static_cast<float>(share));
    drawShape(painter, QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius), style.shape,
              color);
  };
  for (const FigurePoint& point : figure.points)
    if (!point.frontier) mark(at(point), 3.4, figure.groups[point.group].style, 0.45);
  for (const FigurePoint& point : figure.points) {
    if (!point.frontier) continue;
    GpuStyle ground = figure.groups[point.group].style;
    ground.color = theme.panel;
    mark(at(point), 6.0, ground, 1.0);
    mark(at(point), 4.6, figure.groups[point.group].style, 1.0);
  }
  const auto ring = [&](QPointF centre, double radius) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.best, 2.2));
    painter.drawEllipse(centre, radius, radius);
  };
  if (figure.best && *figure.best < figure.points.size()) {
    const QPointF centre = at(figure.points[*figure.best]);
    ring(centre, 9.0);
    painter.setPen(theme.best);
    QFont bold = letters;
    bold.setBold(true);
    painter.setFont(bold);
    const QString name = figure.bestKind.isEmpty() ? u"#1"_s : figure.bestKind;
    const double wide = std::max(30.0, QFontMetricsF(bold).horizontalAdvance(name) + 2.0);
    const bool fits = centre.x() + 11 + wide <= width;
    painter.drawText(QRectF(fits ? centre.x() + 11 : centre.x() - 11 - wide, centre.y() - 17, wide, 15),
                     (fits ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, name);
  }
  painter.setFont(letters);
  double last = 0.0;
  const std::vector<QPointF> places = legendPlaces(figure, width, letters, last);
  const double top = kTop + figure.plot + kBottom;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const QPointF place(places[i].x(), top + places[i].y());
    const bool group = i < figure.groups.size();
    if (group)
      mark(place + QPointF(6, 8), 4.6, figure.groups[i].style, 1.0);
    else
      ring(place + QPointF(6, 8), 5.5);
    painter.setPen(theme.text2);
    painter.drawText(QRectF(place.x() + 18, place.y(), width, 16), Qt::AlignLeft | Qt::AlignVCenter,
                     group ? figure.groups[i].name : bestText(figure));
  }
  painter.restore();
}

}  // namespace astrolabe::ui
