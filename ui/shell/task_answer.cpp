#include "ui/shell/task_answer.h"

namespace astrolabe::ui {

planning::FoundPtr taskAnswer(const PlanDocument& document, const ResultsPanel& results) {
  const PlannerBridge* planner = document.plan().job.trains() ? nullptr : results.taskPlanner();
  return planner != nullptr && planner->state() == PlannerBridge::State::Done && !planner->isStale()
             ? planner->found()
             : nullptr;
}

}  // namespace astrolabe::ui
