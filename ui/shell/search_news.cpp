#include "ui/shell/search_news.h"

#include "ui/render/answer_text.h"
#include "ui/render/leader_words.h"
#include "ui/render/numbers.h"
#include "ui/render/strategy_words.h"
#include "ui/shell/announcer.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/run_bar.h"

namespace astrolabe::ui {

namespace {

std::vector<std::string> problemParts(const std::optional<Error>& error) {
  if (!error) return {};
  std::vector<std::string> parts{error->code, error->file, error->where, error->found,
                                 std::to_string(static_cast<int>(error->wanted.kind))};
  parts.insert(parts.end(), error->wanted.values.begin(), error->wanted.values.end());
  return parts;
}

}  // namespace

SearchNews::SearchNews(const PlanDocument& document, const SearchBridge& bridge, const ResultsPanel& results,
                       RunBar& bar, GoalPanel& goal, Announcer& announcer)
    : m_bridge(bridge), m_results(results), m_bar(bar), m_goal(goal), m_announcer(announcer) {
  connect(&bridge, &SearchBridge::snapshotChanged, this, &SearchNews::update);
  connect(&bridge, &SearchBridge::stateChanged, this, &SearchNews::update);
  connect(&bridge, &SearchBridge::staleChanged, this, &SearchNews::update);
  for (const PlannerBridge* planner : results.planners())
    connect(planner, &PlannerBridge::changed, this, &SearchNews::update);
  connect(&results.movedState(), &PlannerBridge::changed, this, &SearchNews::update);
  connect(&document, &PlanDocument::wasReset, this, [this] {  // what was said is of the plan before
    m_best = 0.0;
    m_now.reset();
    m_announcer.say({});
  });
}

void SearchNews::update() {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  const planning::OptionPtr leader = m_results.leader();
  Told now{m_bridge.state(),
           snapshot,
           problemParts(m_bridge.problemError()),
           m_bridge.elsewhere(),
           leader,
           m_bridge.isStale(),
           m_bridge.isHandedOver(),
           m_bridge.changesSinceRun()};
  if (m_now == now) return;  // most that is signalled comes in several signals
  m_now = std::move(now);
  m_bar.setSearch(m_bridge.state(), snapshot, m_bridge.problemError());
  m_bar.setElsewhere(m_bridge.elsewhere());
  m_bar.setLeader(leader);
  m_bar.setStale(m_bridge.isStale(), m_bridge.changesSinceRun());
  if (m_bridge.isHandedOver()) return tellElsewhere();
  m_elsewhere.clear();
  const cost::Evaluation* strategy = snapshot && !snapshot->best.empty() ? &snapshot->best.front() : nullptr;
  if (strategy != nullptr || leader) {
    const cost::Evaluation& best = leader ? leader->evaluation : *strategy;
    m_goal.setBest(strategy != nullptr ? *strategy : best, &best);
    // What led goes as soon as the question is another one, and makes no strategy a new best.
    if (leader || snapshot != m_told) tellBest(best, leader);
    m_told = snapshot;
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

/// `leader`: of another kind than the strategies found, whose figures these are; null: a strategy's.
void SearchNews::tellBest(const cost::Evaluation& best, const planning::OptionPtr& leader) {
  if (best.tokens_per_second == m_best) return;
  m_best = best.tokens_per_second;
  if (leader) {
    m_announcer.announce(tr("New best %1 tokens per second, %2", "figure, kind of plan")
                             .arg(countText(best.tokens_per_second), unrankedLabel(leader->layout)));
    return m_announcer.sayFound(
        tr("New best %1 tok/s · %2", "figure, kind of plan and its layout")
            .arg(significantText(best.tokens_per_second), unrankedLine(leader->layout)));
  }
  m_announcer.announce(tr("New best %1 tokens per second").arg(countText(best.tokens_per_second)));
  m_announcer.sayFound(tr("New best %1 tok/s · TP %2, PP %3, DP %4")
                           .arg(significantText(best.tokens_per_second), tensorText(best.strategy),
                                wholeText(best.strategy.pipeline_parallel),
                                wholeText(best.strategy.data_parallel)));
}

}  // namespace astrolabe::ui
