#include "ui/shell/search_news.h"

#include "ui/render/answer_text.h"
#include "ui/render/numbers.h"
#include "ui/shell/announcer.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/run_bar.h"

namespace astrolabe::ui {

SearchNews::SearchNews(const PlanDocument& document, const SearchBridge& bridge, RunBar& bar, GoalPanel& goal,
                       Announcer& announcer)
    : m_bridge(bridge), m_bar(bar), m_goal(goal), m_announcer(announcer) {
  connect(&bridge, &SearchBridge::snapshotChanged, this, &SearchNews::update);
  connect(&bridge, &SearchBridge::stateChanged, this, &SearchNews::update);
  connect(&bridge, &SearchBridge::staleChanged, this,
          [this] { m_bar.setStale(m_bridge.isStale(), m_bridge.changesSinceRun()); });
  connect(&document, &PlanDocument::wasReset, this, [this] {  // what was said is of the plan before
    m_best = 0.0;
    m_announcer.say({});
  });
}

void SearchNews::update() {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  m_bar.setSearch(m_bridge.state(), snapshot, m_bridge.problemError());
  m_bar.setElsewhere(m_bridge.elsewhere());
  m_bar.setStale(m_bridge.isStale(), m_bridge.changesSinceRun());
  if (m_bridge.isHandedOver()) return tellElsewhere();
  m_elsewhere.clear();
  if (snapshot && !snapshot->best.empty()) {
    m_goal.setBest(snapshot->best.front());
    tellBest(snapshot->best.front());
  } else if (snapshot && snapshot->status == plan::Status::infeasible && m_best > 0.0) {
    m_best = 0.0;  // what was best belongs to a question that is gone
    m_announcer.announce(endText(*snapshot));
    m_announcer.sayFound(endText(*snapshot));
  }
}

/// What another planner found best, once.
void SearchNews::tellElsewhere() {
  const ElsewhereWords& words = m_bridge.elsewhere();
  const QString said = words.best.isEmpty() ? words.end : words.best;
  if (said.isEmpty() || said == m_elsewhere) return;
  m_elsewhere = said;
  m_best = 0.0;
  const QString told =
      words.best.isEmpty() ? said : tr("New best %1 · %2", "figure, layout").arg(said, words.bestTip);
  m_announcer.announce(told);
  m_announcer.sayFound(told);
}

void SearchNews::tellBest(const cost::Evaluation& best) {
  if (best.tokens_per_second == m_best) return;
  m_best = best.tokens_per_second;
  m_announcer.announce(tr("New best %1 tokens per second").arg(countText(best.tokens_per_second)));
  m_announcer.sayFound(
      tr("New best %1 tok/s · TP %2, PP %3, DP %4")
          .arg(significantText(best.tokens_per_second), wholeText(best.strategy.tensor_parallel),
               wholeText(best.strategy.pipeline_parallel), wholeText(best.strategy.data_parallel)));
}

}  // namespace astrolabe::ui
