#include "ui/results/placement_scale_view.h"

#include <QLabel>
#include <algorithm>

#include "ui/controls/flow_row.h"
#include "ui/render/numbers.h"
#include "ui/render/placement_reasons.h"
#include "ui/render/text.h"
#include "ui/results/placement_page.h"
#include "ui/results/scale_plot.h"
#include "ui/results/why_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using planning::MachinePoint;
using planning::MachineScale;

namespace {

constexpr double kMachinesRoom = 0.1;  ///< above and below what is drawn, of it

double flowThrough(const planning::OptionPtr& option) {
  const planning::PlacedLayers* layers = placedOf(option);
  return layers != nullptr ? layers->placed.flow.tokens_per_second : 0.0;
}

}  // namespace

PlacementScaleView::PlacementScaleView(PlannerBridge& bridge, QWidget* parent)
    : ScalePage(parent), m_bridge(bridge) {
  setUpScale({.name = u"placementScale"_s,
              .title = tr("Scale"),
              .plot = tr("Tokens/s against machines of each type"),
              .side = tr("What the plot says"),
              .scroll = {}},
             [](QWidget* bar, FlowRow* row) {
               row->addWidget(new QLabel(tr("The best layout with more or fewer machines of one type"), bar));
             });
  followAnswer(m_bridge);
}

QString PlacementScaleView::workingText() const {
  return tr("Laying the layers over more and over fewer machines…");
}

QString PlacementScaleView::nothingText() const {
  return m_bridge.option() ? tr("Not worked out yet.") : noLayersText(m_bridge);
}

void PlacementScaleView::ask() {
  if (!isLookedAt()) return;
  const planning::FoundPtr found = finishedAnswer(m_bridge);
  if (!found) return take(nullptr);
  workOut<MachineScale>(
      [question = found->question](const std::stop_token& stop, const auto& publish) {
        return planning::machine_scale(*question, stop, publish);
      },
      [this](const MachineScalePtr& scale) { take(scale); });
}

void PlacementScaleView::take(const MachineScalePtr& found) {
  m_found = found;
  if (m_latest.isWorking() && found) tellCounts(found->points.size(), static_cast<std::size_t>(found->all));
  showFigure(found ? machineSentences(*found) : QStringList());
}

ScalePlot PlacementScaleView::scale(const Theme& theme) const {
  const double now = flowThrough(m_found->now);
  ScalePlot shown;
  double least = now, most = now;
  for (int pool = 0; pool < static_cast<int>(m_found->pools.size()); ++pool) {
    ScaleLine line{
        text(m_found->pools[static_cast<std::size_t>(pool)]), {}, {{0.0, now}}, pool, false, Qt::SolidLine};
    for (const MachinePoint& point : m_found->points) {
      if (point.pool != pool || !point.best) continue;
      line.spots.push_back({static_cast<double>(point.added), flowThrough(point.best)});
      least = std::min(least, line.spots.back().y);
      most = std::max(most, line.spots.back().y);
      shown.from = std::min<double>(shown.from, point.added);
      shown.to = std::max<double>(shown.to, point.added);
    }
    std::sort(line.spots.begin(), line.spots.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    shown.lines.push_back(std::move(line));
  }
  const double room = std::max(most - least, 1e-3 * now) * kMachinesRoom;
  shown.least = std::max(0.0, least - room);
  shown.top = most + room;
  shown.from -= 0.5;
  shown.to += 0.5;
  shown.below = tr("machines more, or fewer");
  shown.above = tr("tokens/s");
  shown.limits.push_back({0.0, true, false, {}, theme.text2});
  constexpr double kHalfWidth = 0.2;
  for (const MachinePoint& point : m_found->points) {
    const double at = point.best ? flowThrough(point.best) : shown.least;
    shown.items.push_back({machinePointText(*m_found, point),
                           QRectF(point.added - kHalfWidth, at - room, 2.0 * kHalfWidth, 2.0 * room), false});
  }
  return shown;
}

PlotTable PlacementScaleView::cells() const {
  PlotTable table;
  table.columns = machineColumns();
  if (m_found)
    for (const MachinePoint& point : m_found->points) {
      table.rows << machinesText(*m_found, point);
      table.cells << machineCells(*m_found, point);
    }
  return table;
}

}  // namespace astrolabe::ui
