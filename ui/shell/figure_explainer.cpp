#include "ui/shell/figure_explainer.h"

#include <utility>

#include "core/hardware/catalogue.h"
#include "core/plan/plan.h"
#include "core/planning/recommended.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/render/leader_words.h"
#include "ui/results/results_panel.h"
#include "ui/shell/figure_card.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/panels.h"
#include "ui/shell/run_bar.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

FigureExplainer::FigureExplainer(const PlanDocument& document, const SearchBridge& bridge,
                                 const Panels& panels, QWidget& window)
    : m_document(document), m_bridge(bridge), m_panels(panels), m_window(window) {
  connect(panels.runBar, &RunBar::figureAsked, this, &FigureExplainer::explainBest);
  connect(panels.goal, &GoalPanel::figureAsked, this, &FigureExplainer::explainBest);
  connect(panels.results, &ResultsPanel::figureAsked, this, &FigureExplainer::explain);
  connect(panels.canvas, &CanvasPanel::totalAsked, this,
          [this](const WorkedFigure& figure, const QRect& at) { show(figure, at); });
  connect(&bridge, &SearchBridge::snapshotChanged, this, &FigureExplainer::updateFormula);
  connect(&bridge, &SearchBridge::staleChanged, this, &FigureExplainer::updateFormula);
  for (const PlannerBridge* planner : panels.results->planners())
    connect(planner, &PlannerBridge::changed, this, &FigureExplainer::updateFormula);
  connect(&panels.results->movedState(), &PlannerBridge::changed, this, &FigureExplainer::updateFormula);
  updateFormula();
}

void FigureExplainer::updateFormula() {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  const planning::OptionPtr leader = m_panels.results->leader();
  const bool shown = snapshot && !snapshot->best.empty() && !m_bridge.isStale();
  m_panels.goal->setFormula(leader ? &leader->evaluation : shown ? &snapshot->best.front() : nullptr);
}

void FigureExplainer::explainShown() {
  m_panels.resultsDock->show();
  if (m_panels.results->askFigure()) return;
  explainBest(KeyFigure::Best, m_panels.runBar->figurePlace(KeyFigure::Best));
}

/// A figure of what stands first in the ranking now.
void FigureExplainer::explainBest(KeyFigure figure, const QRect& at) {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  if (!snapshot || !snapshot->problem) return;
  if (const planning::OptionPtr leader = m_panels.results->leader())
    return explain({figure,
                    leader->evaluation,
                    planning::led_by(snapshot, leader),
                    unrankedLabel(leader->layout),
                    {.of_its_kind = leader->proof},
                    at,
                    std::string(planning::kind_of(*leader))});
  if (snapshot->best.empty()) return;
  explain({figure, snapshot->best.front(), snapshot, u"#1"_s, {}, at});
}

void FigureExplainer::explain(const FigureQuestion& asked) {
  if (!asked.snapshot || !asked.snapshot->problem) return;
  // The shown plan is the one that the snapshot answers, with what its catalogue said then.
  const plan::Plan& plan = m_bridge.shownPlan();
  WorkedFigure figure =
      workOut(asked.figure, asked.evaluation, *asked.snapshot, plan,
              plan::catalogue_of(plan, hardware::Catalogue::built_in()), asked.detail, kindWords(asked.kind));
  if (!figure.subject.isEmpty() && figure.subject != asked.label)  // its kind may call it so already
    figure.subject = asked.label + u" · "_s + figure.subject;
  if (m_bridge.isStale()) figure.stale = tr("Stale: the inputs have changed since this was computed.");
  show(figure, asked.at);
}

void FigureExplainer::show(const WorkedFigure& figure, const QRect& at, QWidget* over) {
  WorkedFigure shown = figure;  // a pool that is gone has no properties any more
  std::erase_if(shown.pools,
                [this](const std::string& pool) { return findPool(m_document.plan(), pool) == nullptr; });
  auto* card = new FigureCard(std::move(shown), over != nullptr ? over : &m_window);
  connect(card, &FigureCard::breakdownRequested, this, [this] {
    m_panels.resultsDock->show();
    m_panels.results->showBreakdown();
  });
  connect(card, &FigureCard::poolRequested, this, [this](const QString& pool) {
    ClusterView& view = m_panels.canvas->view();
    view.clusterScene().select({pool.toStdString()});
    view.showProperties();
  });
  card->showAt(at);
}

}  // namespace astrolabe::ui
