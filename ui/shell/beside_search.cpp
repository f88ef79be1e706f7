#include "ui/shell/beside_search.h"

#include <optional>
#include <utility>

#include "ui/document/planner_bridge.h"
#include "ui/results/results_panel.h"

namespace astrolabe::ui {

planning::Beside besideSearch(const ResultsPanel& results, const plan::Snapshot& snapshot, int top) {
  planning::Beside beside;
  beside.top = top;
  const planning::QuestionPtr question = planning::question_of(*snapshot.problem, snapshot.objective);
  // Nobody looks for what takes long unless asked: where it declines the question that stays so.
  const auto isLookedFor = [&](const planning::Planner& planner) {
    return !planner.takes_long(*question) || planner.declines(*question).empty();
  };
  // What it found before a question that it has no part in says nothing of that.
  const auto leastOf = [&](const PlannerBridge& bridge) -> std::optional<double> {
    const planning::Planner& planner = bridge.planner();
    const bool answers = planner.declines(*question).empty() && planner.may_rank(*question);
    return answers && bridge.found() ? bridge.found()->least_of_kind : std::nullopt;
  };
  for (const PlannerBridge* planner : results.planners())
    if (auto options = planner->beside(snapshot); options && isLookedFor(planner->planner()))
      beside.others.push_back({&planner->planner(), std::move(options),
                               planner->found() && planner->found()->stopped_early, leastOf(*planner)});
  return beside;
}

}  // namespace astrolabe::ui
