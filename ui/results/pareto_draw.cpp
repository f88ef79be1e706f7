// How the Pareto plot is drawn: points by GPU mix, frontier, limits, marks.

#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <set>

#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/results/named_plot.h"
#include "ui/results/pareto_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

Shape ParetoView::shapeOf(std::size_t mix, const Theme& theme, QColor& color) const {
  // One type has its own colour and shape; a mix takes those behind the types, so that no two agree.
  const strategy::Problem& problem = *m_snapshot->problem;
  const GpuMix& used = m_points.mixes[mix];
  std::set<int> types;
  for (const int pool : used.pools)
    types.insert(m_document.gpuIndex(problem.cluster.pools[static_cast<std::size_t>(pool)].gpu.id));
  int index = types.empty() ? 0 : *types.begin();
  if (types.size() > 1) {
    std::set<int> all;
    for (const hardware::Pool& pool : problem.cluster.pools) all.insert(m_document.gpuIndex(pool.gpu.id));
    index = static_cast<int>(*all.rbegin() + 1 + mix);
  }
  const GpuStyle style = theme.gpu(index);
  color = style.color;
  return style.shape;
}

void ParetoView::draw(const Theme& theme) {
  m_plot->clearPlottables();
  m_plot->clearItems();
  m_plot->setItems({});
  m_plot->applyTheme(theme, fontScale());
  m_plot->setAntialiasedElements(QCP::aeScatters | QCP::aePlottables | QCP::aeItems);
  setAxisTitles(*m_plot, m_xUnit.title, m_yUnit.title);
  if (!m_snapshot || !m_snapshot->problem || m_points.points.empty()) {
    m_plot->legend->setVisible(false);
    auto* words = new QCPItemText(m_plot);
    words->position->setType(QCPItemPosition::ptAxisRectRatio);
    words->position->setCoords(0.5, 0.5);
    words->setText(m_points.withoutValue > 0
                       ? tr("No price for the GPUs used. Enter one, or choose another axis.")
                       : tr("No strategy to show yet."));
    words->setColor(theme.text2);
    words->setFont(ui::font(TextRole::Body));
    return;
  }
  setRanges(*m_snapshot);
  drawLimits(theme, *m_snapshot);
  drawPoints(theme, *m_snapshot);
  drawFrontier(theme);
  drawMarks(theme);
  drawBaseline(theme);
}

/// Where the baseline stands, in the units of the axes; empty where it has no place on them.
std::optional<QPointF> ParetoView::baselinePlace() const {
  if (!m_baseline) return std::nullopt;
  const double x = axisValue(m_baseline->evaluation, m_x), y = axisValue(m_baseline->evaluation, m_y);
  if (!std::isfinite(x) || !std::isfinite(y)) return std::nullopt;
  return QPointF(shownX(x), shownY(y));
}

QString ParetoView::describeBaseline() const {
  const cost::Evaluation& best = m_baseline->evaluation;
  return tr("Baseline %1: %2 %3, %4 %5", "scenario, value, axis, value, axis")
      .arg(m_baseline->name, axisText(m_y, axisValue(best, m_y)), axisTitle(m_y),
           axisText(m_x, axisValue(best, m_x)), axisTitle(m_x));
}

/// A hollow star with the letter of its scenario.
void ParetoView::drawBaseline(const Theme& theme) {
  const std::optional<QPointF> place = baselinePlace();
  if (!place) return;
  QPainterPath star;  // six measures wide, which markers are scaled from
  for (int corner = 0; corner < 10; ++corner) {
    const double radius = corner % 2 == 0 ? 3.6 : 1.5, turn = corner * M_PI / 5.0;
    const QPointF at(radius * std::sin(turn), -radius * std::cos(turn));
    corner == 0 ? star.moveTo(at) : star.lineTo(at);
  }
  star.closeSubpath();
  auto* graph = m_plot->addGraph();
  graph->setLineStyle(QCPGraph::lsNone);
  QPen edge(theme.text, 1.4);
  edge.setCosmetic(true);  // markers scale their path, not its line
  graph->setScatterStyle(QCPScatterStyle(star, edge, QBrush(theme.panel), 13.0 * fontScale()));
  graph->setData(QVector<double>{place->x()}, QVector<double>{place->y()});
  graph->setName(tr("baseline %1").arg(m_baseline->name));
}

void ParetoView::setRanges(const plan::Snapshot& snapshot) {
  double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
  for (const PlotPoint& p : m_points.points) {
    left = std::min(left, shownX(p.x));
    right = std::max(right, shownX(p.x));
    low = std::min(low, shownY(p.y));
    high = std::max(high, shownY(p.y));
  }
  if (const std::optional<QPointF> place = baselinePlace()) {
    left = std::min(left, place->x());
    right = std::max(right, place->x());
    low = std::min(low, place->y());
    high = std::max(high, place->y());
  }
  // Limits within reach of the points are in sight; those far off would squash them.
  constexpr double kReach = 2.0;  // of what the points take
  const auto reach = [](double from, double to) {
    return kReach * std::max(to - from, std::abs(to) * 0.05 + 1e-9);
  };
  const double pointsLeft = left, pointsRight = right, pointsLow = low, pointsHigh = high;
  const double across = reach(left, right), upright = reach(low, high);
  for (const PlotLimit& limit : plotLimits(snapshot, m_x)) {
    const double at = shownX(limit.value);
    if (at > right && at - pointsRight <= across) right = at + 0.05 * across;
    if (at < left && pointsLeft - at <= across) left = at;
  }
  for (const PlotLimit& limit : plotLimits(snapshot, m_y)) {
    const double at = shownY(limit.value);
    if (at > high && at - pointsHigh <= upright && !limit.bound) high = at;
    if (at < low && pointsLow - at <= upright) low = at;
  }
  const double wide = std::max(right - left, std::abs(right) * 0.05 + 1e-9);
  const double tall = std::max(high - low, std::abs(high) * 0.05 + 1e-9);
  m_plot->xAxis->setRange(left - 0.06 * wide, right + 0.06 * wide);
  m_plot->yAxis->setRange(std::max(low >= 0 ? 0.0 : low, low - 0.08 * tall), high + 0.12 * tall);
}

void ParetoView::drawPoints(const Theme& theme, const plan::Snapshot&) {
  std::vector<NamedPlot::Item> items;
  const planning::LayoutPtr selected = m_selection.layout();
  for (std::size_t mix = 0; mix < m_points.mixes.size(); ++mix) {
    QColor color;
    const Shape shape = shapeOf(mix, theme, color);
    for (const bool frontier : {false, true}) {
      QVector<double> x, y;
      for (const std::size_t i : m_drawn) {
        const PlotPoint& p = m_points.points[i];
        if (p.mix != mix || p.frontier != frontier) continue;
        x << shownX(p.x);
        y << shownY(p.y);
      }
      if (x.isEmpty()) continue;
      QColor fill = color;
      if (!frontier) fill.setAlphaF(m_stale ? 0.32F : 0.45F);
      auto* graph = m_plot->addGraph();
      graph->setLineStyle(QCPGraph::lsNone);
      graph->setScatterStyle(
          markerOf(shape, fill, frontier ? theme.panel : QColor(), (frontier ? 10.0 : 6.0) * fontScale()));
      graph->setData(x, y);
      graph->setName(m_points.mixes[mix].name);
      // A mix stands once in the legend, by its solid points where it has some.
      if (!frontier) graph->removeFromLegend();
      const bool solid = std::any_of(m_drawn.begin(), m_drawn.end(), [&](std::size_t i) {
        return m_points.points[i].mix == mix && m_points.points[i].frontier;
      });
      if (!frontier && !solid) graph->addToLegend();
    }
  }
  for (const std::size_t i : m_drawn) {
    const PlotPoint& p = m_points.points[i];
    const bool chosen = p.is(selected);
    if (p.frontier || p.rank >= 0 || p.mine || chosen)
      items.push_back({describe(p).replace(u'\n', u", "_s), QRectF(shownX(p.x), shownY(p.y), 0, 0), chosen});
  }
  if (const std::optional<QPointF> place = baselinePlace())
    items.push_back({describeBaseline(), QRectF(*place, QSizeF(0, 0)), false});
  m_plot->setItems(std::move(items));
}

void ParetoView::drawFrontier(const Theme& theme) {
  std::vector<PlotPoint> front;
  for (const PlotPoint& p : m_points.points)
    if (p.frontier) front.push_back(p);
  std::sort(front.begin(), front.end(), [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
  if (front.empty()) return;
  const QCPRange xs = m_plot->xAxis->range(), ys = m_plot->yAxis->range();
  const bool right = largerIsBetter(m_x), up = largerIsBetter(m_y);
  // A step: what can be had for at most so much. From the worse end of one axis to the worse end of the
  // other.
  QVector<double> t, x, y;
  const auto to = [&](double px, double py) {
    t << double(t.size());
    x << px;
    y << py;
  };
  if (right) std::reverse(front.begin(), front.end());
  to(shownX(front.front().x), up ? ys.lower : ys.upper);
  for (std::size_t i = 0; i < front.size(); ++i) {
    if (i > 0) to(shownX(front[i].x), shownY(front[i - 1].y));
    to(shownX(front[i].x), shownY(front[i].y));
  }
  to(right ? xs.lower : xs.upper, shownY(front.back().y));
  auto* curve = new QCPCurve(m_plot->xAxis, m_plot->yAxis);
  curve->setData(t, x, y);
  curve->setPen(QPen(theme.text, 1.5));
  curve->setName(isProven() ? tr("frontier") : tr("frontier of those evaluated"));
  curve->setLayer(u"grid"_s);
}

void ParetoView::drawLimits(const Theme& theme, const plan::Snapshot& snapshot) {
  const QCPRange xs = m_plot->xAxis->range(), ys = m_plot->yAxis->range();
  int marks = 0;
  // A limit that is out of sight: which way it lies, at that edge.
  const auto mark = [&](const PlotLimit& limit, bool vertical, bool above) {
    auto* label = new QCPItemText(m_plot);
    label->position->setType(QCPItemPosition::ptAxisRectRatio);
    const double line = 0.06 * marks++;
    label->position->setCoords(vertical && !above ? 0.01 : 0.99, vertical ? 0.88 - line
                                                                 : above  ? 0.06 + line
                                                                          : 0.97 - line);
    label->setPositionAlignment((vertical && !above ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignBottom);
    label->setPadding(QMargins(scaled(4), 0, scaled(4), scaled(1)));
    label->setText(vertical ? (above ? limit.text + u" →"_s : u"← "_s + limit.text)
                            : limit.text + (above ? u" ↑"_s : u" ↓"_s));
    label->setFont(ui::font(TextRole::Caption));
    label->setColor(theme.limit);
  };
  const auto draw = [&](const PlotLimit& limit, PlotAxis axis, bool vertical) {
    const double at = vertical ? shownX(limit.value) : shownY(limit.value);
    const QCPRange& range = vertical ? xs : ys;
    if (!range.contains(at)) {
      if (!limit.bound) mark(limit, vertical, at > range.upper);
      return;
    }
    const QColor color = limit.bound ? theme.text3 : theme.limit;
    auto* item = new QCPItemStraightLine(m_plot);
    item->setPen(QPen(color, 1.2, Qt::DashLine));
    item->point1->setCoords(vertical ? at : 0.0, vertical ? 0.0 : at);
    item->point2->setCoords(vertical ? at : 1.0, vertical ? 1.0 : at);
    auto* label = new QCPItemText(m_plot);
    label->position->setTypeX(vertical ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
    label->position->setTypeY(vertical ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
    label->position->setCoords(vertical ? at : 0.99, vertical ? 0.97 : at);
    label->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    label->setPadding(QMargins(scaled(4), 0, scaled(4), scaled(1)));
    label->setText(limit.text);
    label->setFont(ui::font(TextRole::Caption));
    label->setColor(color);
    if (limit.bound || axis == PlotAxis::TokensPerSecond || axis == PlotAxis::StepSeconds) return;
    // What the job does not allow is hatched: the side of the larger values.
    auto* region = new QCPItemRect(m_plot);
    region->topLeft->setCoords(vertical ? at : xs.lower, ys.upper);
    region->bottomRight->setCoords(xs.upper, vertical ? ys.lower : at);
    region->setPen(Qt::NoPen);
    QColor hatch = theme.hatch;
    hatch.setAlphaF(0.5F);
    region->setBrush(QBrush(hatch, Qt::FDiagPattern));
  };
  for (const PlotLimit& limit : plotLimits(snapshot, m_x)) draw(limit, m_x, true);
  for (const PlotLimit& limit : plotLimits(snapshot, m_y)) draw(limit, m_y, false);
}

void ParetoView::drawMarks(const Theme& theme) {
  const auto ring = [&](const PlotPoint& p, double radius, const QPen& pen) {
    auto* item = new QCPItemEllipse(m_plot);
    item->setPen(pen);
    item->setBrush(Qt::NoBrush);
    item->setClipToAxisRect(false);  // the best point stands high: in a low plot its ring reaches above
    for (QCPItemPosition* corner : {item->topLeft, item->bottomRight})
      corner->setType(QCPItemPosition::ptAbsolute);
    auto* centre = new QCPItemTracer(m_plot);
    centre->setStyle(QCPItemTracer::tsNone);
    centre->position->setCoords(shownX(p.x), shownY(p.y));
    item->topLeft->setParentAnchor(centre->position);
    item->bottomRight->setParentAnchor(centre->position);
    item->topLeft->setCoords(-radius, -radius);
    item->bottomRight->setCoords(radius, radius);
  };
  const planning::LayoutPtr selected = m_selection.layout();
  const auto other = m_selection.other();
  for (const std::size_t i : m_drawn) {
    const PlotPoint& p = m_points.points[i];
    QString label;
    if (p.rank == 0) {
      ring(p, 9.0 * fontScale(), QPen(theme.best, 2.2));
      label = tr("#1");
    }
    if (p.is(selected)) {
      ring(p, 6.5 * fontScale(), QPen(theme.focus, 2));
      if (p.rank > 0) label = tr("#%1").arg(p.rank + 1);
      if (p.mine) label = ownName(p);
    }
    if (other && p.is(layoutOf(*other))) ring(p, 6.5 * fontScale(), QPen(theme.focus, 2, Qt::DotLine));
    if (p.mine && label.isEmpty()) label = ownName(p);
    if (label.isEmpty()) continue;
    auto* text = new QCPItemText(m_plot);
    text->position->setCoords(shownX(p.x), shownY(p.y));
    text->setPositionAlignment(Qt::AlignRight | Qt::AlignVCenter);
    text->setPadding(QMargins(0, 0, scaled(14), 0));
    text->setClipToAxisRect(false);  // the best point stands high
    text->setText(label);
    text->setFont(ui::font(TextRole::BodyStrong));
    text->setColor(p.rank == 0 ? theme.best : theme.text);
  }
  // The arrow stands in the better corner's direction, at the worse corner, where there are few points.
  const bool right = largerIsBetter(m_x), up = largerIsBetter(m_y);
  auto* arrow = new QCPItemLine(m_plot);
  for (QCPItemPosition* end : {arrow->start, arrow->end}) end->setType(QCPItemPosition::ptAxisRectRatio);
  const double x = right ? 0.9 : 0.1, y = up ? 0.86 : 0.14;
  arrow->start->setCoords(x, y);
  arrow->end->setCoords(x + (right ? 0.03 : -0.03), y + (up ? -0.1 : 0.1));
  arrow->setHead(QCPLineEnding(QCPLineEnding::esLineArrow, 7, 7));
  arrow->setPen(QPen(theme.text3, 1.4));
  auto* words = new QCPItemText(m_plot);
  words->position->setType(QCPItemPosition::ptAxisRectRatio);
  words->position->setCoords(x, y);
  words->setPositionAlignment((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  words->setPadding(QMargins(scaled(6), 0, scaled(6), 0));
  words->setText(tr("better"));
  QFont italic = ui::font(TextRole::Caption);
  italic.setItalic(true);
  words->setFont(italic);
  words->setColor(theme.text2);
}

}  // namespace astrolabe::ui
