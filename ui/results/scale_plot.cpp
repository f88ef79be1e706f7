#include "ui/results/scale_plot.h"

#include <algorithm>
#include <utility>

namespace astrolabe::ui {

namespace {

constexpr double kMarkSize = 8.0, kLineWidth = 1.6, kLimitWidth = 1.2;

void addLimit(NamedPlot& plot, const ScaleLimit& limit, const QColor& ground) {
  QCPAxis* axis = limit.right ? plot.yAxis2 : plot.yAxis;
  auto* line = new QCPItemStraightLine(&plot);
  line->setPen(QPen(limit.color, kLimitWidth, Qt::DashLine));
  for (QCPItemPosition* end : {line->point1, line->point2}) {
    end->setAxes(plot.xAxis, axis);
    end->setTypeX(limit.upright ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
    end->setTypeY(limit.upright ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
    const double along = end == line->point1 ? 0.0 : 1.0;
    end->setCoords(limit.upright ? limit.at : along, limit.upright ? along : limit.at);
  }
  if (limit.words.isEmpty()) return;
  auto* label = new QCPItemText(&plot);
  label->position->setAxes(plot.xAxis, axis);
  label->position->setTypeX(limit.upright ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
  label->position->setTypeY(limit.upright ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
  label->position->setCoords(limit.upright ? limit.at : 0.99, limit.upright ? 0.06 : limit.at);
  label->setPositionAlignment(limit.upright ? Qt::AlignLeft | Qt::AlignVCenter
                                            : Qt::AlignRight | Qt::AlignBottom);
  label->setPadding(QMargins(scaled(4), 0, scaled(4), scaled(1)));
  label->setText(limit.words);
  label->setFont(ui::font(TextRole::Caption));
  label->setColor(limit.color);
  label->setBrush(ground);  // no curve crosses the words
}

void addScaleLine(NamedPlot& plot, const ScaleLine& of, const Theme& theme, bool stale) {
  QCPAxis* axis = of.right ? plot.yAxis2 : plot.yAxis;
  const GpuStyle style = theme.gpu(of.style);
  const QColor color = stale ? theme.stale : style.color;
  QVector<double> xs, ys;
  for (const ScaleSpot& spot : of.spots) {
    xs << spot.x;
    ys << spot.y;
  }
  auto* line = plot.addGraph(plot.xAxis, axis);
  line->setPen(QPen(color, kLineWidth, of.pen));
  line->setData(xs, ys, true);
  line->removeFromLegend();
  for (const bool holds : {true, false}) {
    QVector<double> x, y;
    for (const ScaleSpot& spot : of.spots)
      if (spot.holds == holds) {
        x << spot.x;
        y << spot.y;
      }
    auto* marks = plot.addGraph(plot.xAxis, axis);
    marks->setLineStyle(QCPGraph::lsNone);
    marks->setScatterStyle(markerOf(style.shape, holds ? color : theme.plot, color, kMarkSize * fontScale()));
    marks->setData(x, y, true);
    marks->setName(holds ? of.name : of.brokenName);
    if (x.isEmpty()) marks->removeFromLegend();
  }
}

}  // namespace

void clearScale(NamedPlot& plot, const Theme& theme) {
  plot.clearPlottables();
  plot.clearItems();
  plot.setItems({});
  plot.applyTheme(theme, fontScale());
  plot.setAntialiasedElements(QCP::aeScatters | QCP::aePlottables | QCP::aeItems);
}

void drawScale(NamedPlot& plot, const ScalePlot& shown, const Theme& theme, bool stale) {
  clearScale(plot, theme);
  const bool right = shown.topRight > 0.0;
  if (shown.counts) {
    const auto whole = QSharedPointer<QCPAxisTickerFixed>::create();
    whole->setTickStep(1.0);
    whole->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    plot.xAxis->setTicker(whole);
  } else {
    plot.xAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
  }
  plot.xAxis->setRange(shown.from, shown.to);
  plot.yAxis->setRange(shown.least, shown.top);
  plot.yAxis2->setVisible(right);
  plot.yAxis2->setTickLabels(right);
  plot.yAxis2->setSubTicks(false);
  plot.yAxis2->setBasePen(Qt::NoPen);
  plot.yAxis2->setTickPen(QPen(theme.plotAxis));
  plot.yAxis2->setTickLabelFont(ui::font(TextRole::Caption));
  plot.yAxis2->setTickLabelColor(theme.text2);
  plot.yAxis2->setRange(0.0, right ? shown.topRight : 1.0);
  setAxisTitles(plot, shown.below, shown.above);
  for (const ScaleLine& line : shown.lines) addScaleLine(plot, line, theme, stale);
  for (const ScaleLimit& limit : shown.limits) addLimit(plot, limit, theme.plot);
  plot.setItems(shown.items);
  plot.replot();
}

}  // namespace astrolabe::ui
