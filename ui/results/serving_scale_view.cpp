#include "ui/results/serving_scale_view.h"

#include <QLabel>
#include <QThread>
#include <algorithm>

#include "core/planning/deployments.h"
#include "ui/controls/flow_row.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/serving_move_words.h"
#include "ui/results/deployment_ranking.h"
#include "ui/results/scale_plot.h"
#include "ui/results/why_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using planning::TrafficPoint;
using planning::TrafficScale;

namespace {

constexpr double kTrafficRoom = 1.15;

}  // namespace

ServingScaleView::ServingScaleView(PlannerBridge& bridge, QWidget* parent)
    : ScalePage(parent), m_bridge(bridge) {
  setUpScale(
      {.name = u"servingScale"_s,
       .title = tr("Scale"),
       .plot = tr("GPUs and cost of the best deployment against the traffic"),
       .side = tr("What the plot says"),
       .scroll = {}},
      [](QWidget* bar, FlowRow* row) {
        row->addWidget(new QLabel(tr("The best deployment for an eighth up to four times the traffic"), bar));
      });
  followAnswer(m_bridge);
}

bool ServingScaleView::hasFigure() const {
  return m_found && std::any_of(m_found->points.begin(), m_found->points.end(),
                                [](const TrafficPoint& point) { return point.best != nullptr; });
}

QString ServingScaleView::workingText() const { return tr("Planning with more and with less traffic…"); }

QString ServingScaleView::nothingText() const {
  if (!m_refused.isEmpty()) return m_refused;
  return m_bridge.option() ? tr("Not worked out yet.") : noDeploymentText(m_bridge);
}

void ServingScaleView::ask() {
  if (!isLookedAt()) return;
  const auto found = std::dynamic_pointer_cast<const planning::FoundDeployments>(m_bridge.found());
  m_answered = found;
  m_refused.clear();
  const bool offline = found && found->job.traffic.kind == serving::Traffic::Kind::offline;
  if (offline)
    m_refused = tr("Offline work takes all machines as fast as they go: there is no traffic to grow.");
  if (m_bridge.state() != PlannerBridge::State::Done || !found || offline) {
    leave();
    return take(nullptr);
  }
  workOut<TrafficScale>(
      [question = found->question](const std::stop_token& stop, const auto& publish) {
        const int threads = std::max(1, QThread::idealThreadCount() / 2);
        return planning::traffic_scale(*question, threads, stop, publish);
      },
      [this](const TrafficScalePtr& scale) { take(scale); });
}

void ServingScaleView::take(const TrafficScalePtr& found) {
  m_found = found;
  if (m_latest.isWorking() && found) tellCounts(found->points.size(), static_cast<std::size_t>(found->all));
  showFigure(found ? trafficSentences(*found, *m_answered->question) : QStringList());
}

ScalePlot ServingScaleView::scale(const Theme& theme) const {
  ScaleLine gpus{tr("GPUs that serve"), {}, {}, 0, false, Qt::SolidLine};
  ScaleLine money{
      tr("%1 per million tokens", "sign of a currency").arg(currencySign()), {}, {}, 1, true, Qt::DotLine};
  double most = 0.0, dearest = 0.0;
  for (const TrafficPoint& point : m_found->points) {
    if (!point.best) continue;
    gpus.spots.push_back({point.demand, static_cast<double>(point.best->evaluation.gpus_used())});
    most = std::max(most, gpus.spots.back().y);
    const auto usd = planning::metric_of(*point.best, planning::ServingMetric::usd_per_million_tokens);
    if (!usd) continue;
    money.spots.push_back({point.demand, shownMoney(*usd)});
    dearest = std::max(dearest, money.spots.back().y);
  }
  ScalePlot shown;
  shown.to = m_found->points.back().demand * 1.05;
  shown.top = most * kTrafficRoom;
  shown.topRight = dearest * kTrafficRoom;
  shown.counts = m_found->kind != serving::Traffic::Kind::rate;
  shown.below = m_found->kind == serving::Traffic::Kind::rate ? tr("requests/s") : tr("users in flight");
  if (!money.spots.empty())
    shown.above = tr("GPUs at the left, %1 per million tokens at the right").arg(currencySign());
  shown.limits.push_back({m_found->demand, true, false, {}, theme.text2});
  const double half = 0.02 * shown.to, high = 0.04 * shown.top;
  for (const TrafficPoint& point : m_found->points) {
    const double at = point.best ? point.best->evaluation.gpus_used() : 0.0;
    shown.items.push_back({trafficPointText(*m_found, point, *m_answered->question),
                           QRectF(point.demand - half, at - high, 2.0 * half, 2.0 * high), false});
  }
  shown.lines.push_back(std::move(gpus));
  if (!money.spots.empty()) shown.lines.push_back(std::move(money));
  return shown;
}

PlotTable ServingScaleView::cells() const {
  PlotTable table;
  table.columns = trafficColumns();
  if (m_found)
    for (const TrafficPoint& point : m_found->points) {
      table.rows << demandText(m_found->kind, point.demand);
      table.cells << trafficCells(point, *m_answered->question);
    }
  return table;
}

}  // namespace astrolabe::ui
