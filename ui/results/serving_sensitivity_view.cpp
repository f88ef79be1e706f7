#include "ui/results/serving_sensitivity_view.h"

#include <QComboBox>
#include <QLabel>
#include <QThread>
#include <algorithm>

#include "core/planning/deployments.h"
#include "core/planning/placements.h"
#include "ui/render/serving_move_words.h"
#include "ui/results/deployment_ranking.h"
#include "ui/results/placement_page.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using planning::ServingMetric;
using planning::ServingSensitivity;

namespace {

QString nothingPlanned(const PlannerBridge& bridge) {
  return bridge.planner().id() == planning::kPlacement ? noLayersText(bridge) : noDeploymentText(bridge);
}

}  // namespace

ServingSensitivityView::ServingSensitivityView(PlannerBridge& bridge, QWidget* parent)
    : TornadoPage(parent), m_bridge(bridge), m_metrics(planning::serving_metrics(bridge.planner().id())) {
  const bool layers = bridge.planner().id() == planning::kPlacement;
  QStringList names;
  for (const ServingMetric metric : m_metrics) names << metricName(metric);
  setUpBoxes({.name = layers ? u"placementSensitivity"_s : u"servingSensitivity"_s,
              .title = tr("Sensitivity"),
              .plot = layers ? tr("Effect of each value on the best layout")
                             : tr("Effect of each value on the best deployment"),
              .side = layers ? tr("Values at which another layout is better")
                             : tr("Values at which another deployment is better"),
              .scroll = tr("Sensitivity plot")},
             names);
  followAnswer(m_bridge);
}

QString ServingSensitivityView::workingText() const { return tr("Planning anew with each value changed…"); }

QString ServingSensitivityView::nothingText() const {
  return m_bridge.option() ? tr("Not worked out yet.") : nothingPlanned(m_bridge);
}

bool ServingSensitivityView::isOld() const {
  return m_stale || (m_latest.isWorking() && m_foundOf != m_answered);
}

void ServingSensitivityView::ask() {
  if (!isLookedAt()) return;
  const planning::FoundPtr found = finishedAnswer(m_bridge);
  if (!found) return take(nullptr);
  if (const auto job = planning::serve_job_of(*found->question)) m_kind = job->traffic.kind;
  if (m_objective != found->question->objective) {
    m_objective = found->question->objective;
    const ServingMetric ranks = planning::ranking_metric(found->planner, found->question->objective);
    const auto usual = std::find(m_metrics.begin(), m_metrics.end(), ranks);
    m_metric->setCurrentIndex(static_cast<int>(usual - m_metrics.begin()));
  }
  workOut<ServingSensitivity>(
      [question = found->question,
       metric = m_metrics[static_cast<std::size_t>(std::max(0, m_metric->currentIndex()))],
       change = change()](const std::stop_token& stop, const auto& publish) {
        const int threads = std::max(1, QThread::idealThreadCount() / 2);
        return planning::serving_sensitivity(*question, metric, change, threads, stop, publish);
      },
      [this](const ServingSensitivityPtr& known) { take(known); });
  if (m_found) draw(currentTheme());
}

void ServingSensitivityView::take(const ServingSensitivityPtr& found) {
  m_found = found;
  m_foundOf = m_answered;
  showFigure(found ? movedSentences(told()) : QStringList());
}

ToldMoves ServingSensitivityView::told() const {
  return m_found ? toldMoves(*m_found, *m_foundOf->question, m_kind) : ToldMoves();
}

Tornado ServingSensitivityView::tornado() const {
  return movedTornado(told(), tr("%1: nothing serves", "value"));
}

PlotTable ServingSensitivityView::cells() const { return movedTable(told()); }

}  // namespace astrolabe::ui
