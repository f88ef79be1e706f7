#include "ui/shell/task_answer.h"

#include "ui/results/kinds.h"

namespace astrolabe::ui {

planning::FoundPtr taskAnswer(const PlanDocument& document, const ResultsPanel& results) {
  const strategy::Job& job = document.plan().job;
  if (job.trains()) return nullptr;
  for (const PlannerBridge* planner : results.planners()) {
    const KindResults* kind = kindResults(planner->planner().id());
    if (kind == nullptr || !kind->answers(job)) continue;
    return planner->state() == PlannerBridge::State::Done && !planner->isStale() ? planner->found() : nullptr;
  }
  return nullptr;
}

}  // namespace astrolabe::ui
