#include "ui/results/post_training_moves_views.h"

#include <QComboBox>
#include <QLabel>
#include <QThread>
#include <algorithm>

#include "ui/controls/flow_row.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_move_words.h"
#include "ui/results/iteration_page.h"
#include "ui/results/scale_plot.h"
#include "ui/results/why_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using planning::kPostTrainingMetrics;
using planning::MachineSharePoint;
using planning::MachineShares;
using planning::PostTrainingMetric;
using planning::PostTrainingSensitivity;

namespace {

constexpr double kSharesRoom = 1.15;

int placingThreads() { return std::max(1, QThread::idealThreadCount() / 2); }

QString notPlacedText(const PlannerBridge& bridge) {
  return bridge.option() ? PostTrainingScaleView::tr("Not worked out yet.") : noPlacementText(bridge);
}

}  // namespace

PostTrainingSensitivityView::PostTrainingSensitivityView(PlannerBridge& bridge, QWidget* parent)
    : TornadoPage(parent), m_bridge(bridge) {
  QStringList names;
  for (const PostTrainingMetric metric : kPostTrainingMetrics) names << metricName(metric);
  setUpBoxes({.name = u"postTrainingSensitivity"_s,
              .title = tr("Sensitivity"),
              .plot = tr("Effect of each value on the best placement"),
              .side = tr("Values at which another placement is better"),
              .scroll = tr("Sensitivity plot")},
             names);
  followAnswer(m_bridge);
}

QString PostTrainingSensitivityView::workingText() const {
  return tr("Placing the roles anew with each value changed…");
}

QString PostTrainingSensitivityView::nothingText() const { return notPlacedText(m_bridge); }

bool PostTrainingSensitivityView::isOld() const {
  return m_stale || (m_latest.isWorking() && m_foundOf != m_answered);
}

void PostTrainingSensitivityView::ask() {
  if (!isLookedAt()) return;
  const planning::FoundPtr found = finishedAnswer(m_bridge);
  if (!found) return take(nullptr);
  if (m_objective != found->question->objective) {
    m_objective = found->question->objective;
    m_metric->setCurrentIndex(m_objective == strategy::Objective::money ? 1 : 0);
  }
  workOut<PostTrainingSensitivity>(
      [question = found->question,
       metric = kPostTrainingMetrics[static_cast<std::size_t>(std::max(0, m_metric->currentIndex()))],
       change = change()](const std::stop_token& stop, const auto& publish) {
        return planning::post_training_sensitivity(*question, metric, change, placingThreads(), stop,
                                                   publish);
      },
      [this](const PostTrainingSensitivityPtr& known) { take(known); });
  if (m_found) draw(currentTheme());
}

void PostTrainingSensitivityView::take(const PostTrainingSensitivityPtr& found) {
  m_found = found;
  m_foundOf = m_answered;
  showFigure(found ? movedSentences(told()) : QStringList());
}

ToldMoves PostTrainingSensitivityView::told() const {
  return m_found ? toldMoves(*m_found, *m_foundOf->question) : ToldMoves();
}

Tornado PostTrainingSensitivityView::tornado() const {
  return movedTornado(told(), tr("%1: nothing fits", "value"));
}

PlotTable PostTrainingSensitivityView::cells() const { return movedTable(told()); }

PostTrainingScaleView::PostTrainingScaleView(PlannerBridge& bridge, QWidget* parent)
    : ScalePage(parent), m_bridge(bridge) {
  setUpScale({.name = u"postTrainingScale"_s,
              .title = tr("Scale"),
              .plot = tr("Time and cost of an iteration against GPUs"),
              .side = tr("What the plot says"),
              .scroll = {}},
             [](QWidget* bar, FlowRow* row) {
               row->addWidget(new QLabel(
                   tr("The best placement on a quarter up to four times the nodes of every pool"), bar));
             });
  followAnswer(m_bridge);
}

bool PostTrainingScaleView::hasFigure() const {
  return m_found && std::any_of(m_found->points.begin(), m_found->points.end(),
                                [](const MachineSharePoint& point) { return point.best != nullptr; });
}

QString PostTrainingScaleView::workingText() const {
  return tr("Placing the roles on more and on fewer machines…");
}

QString PostTrainingScaleView::nothingText() const { return notPlacedText(m_bridge); }

void PostTrainingScaleView::ask() {
  if (!isLookedAt()) return;
  const planning::FoundPtr found = finishedAnswer(m_bridge);
  if (!found) return take(nullptr);
  workOut<MachineShares>(
      [question = found->question](const std::stop_token& stop, const auto& publish) {
        return planning::machine_shares(*question, placingThreads(), stop, publish);
      },
      [this](const MachineSharesPtr& shares) { take(shares); });
}

void PostTrainingScaleView::take(const MachineSharesPtr& found) {
  m_found = found;
  if (m_latest.isWorking() && found) tellCounts(found->points.size(), static_cast<std::size_t>(found->all));
  showFigure(found ? machineShareSentences(*found, *m_answered->question) : QStringList());
}

ScalePlot PostTrainingScaleView::scale(const Theme& theme) const {
  ScaleLine time{tr("seconds of an iteration"), {}, {}, 0, false, Qt::SolidLine};
  ScaleLine money{
      tr("%1 an iteration", "sign of a currency").arg(currencySign()), {}, {}, 1, true, Qt::DotLine};
  double longest = 0.0, dearest = 0.0;
  for (const MachineSharePoint& point : m_found->points) {
    if (!point.best) continue;
    time.spots.push_back({static_cast<double>(point.gpus), point.best->evaluation.step.value});
    longest = std::max(longest, time.spots.back().y);
    const auto usd = metric_of(*point.best, PostTrainingMetric::usd_per_iteration);
    if (!usd) continue;
    money.spots.push_back({static_cast<double>(point.gpus), shownMoney(*usd)});
    dearest = std::max(dearest, money.spots.back().y);
  }
  ScalePlot shown;
  shown.to = m_found->points.back().gpus * 1.05;
  shown.top = longest * kSharesRoom;
  shown.topRight = dearest * kSharesRoom;
  shown.below = tr("GPUs");
  if (!money.spots.empty())
    shown.above =
        tr("seconds of an iteration at the left, %1 at the right", "sign of a currency").arg(currencySign());
  shown.limits.push_back({static_cast<double>(m_found->gpus), true, false, tr("now"), theme.text2});
  const double half = 0.02 * shown.to, high = 0.04 * shown.top;
  for (const MachineSharePoint& point : m_found->points) {
    const double at = point.best ? point.best->evaluation.step.value : 0.0;
    shown.items.push_back({machineShareText(point, *m_answered->question),
                           QRectF(point.gpus - half, at - high, 2.0 * half, 2.0 * high), false});
  }
  shown.lines.push_back(std::move(time));
  if (!money.spots.empty()) shown.lines.push_back(std::move(money));
  return shown;
}

PlotTable PostTrainingScaleView::cells() const {
  PlotTable table;
  table.columns = machineShareColumns();
  if (m_found)
    for (const MachineSharePoint& point : m_found->points) {
      table.rows << wholeText(point.gpus);
      table.cells << machineShareCells(point, *m_answered->question);
    }
  return table;
}

}  // namespace astrolabe::ui
