#include "ui/document/found_beside.h"

namespace astrolabe::ui {

bool answersTheQuestion(const PlannerBridge& bridge, const plan::Plan& plan) {
  return bridge.state() == PlannerBridge::State::Done && !bridge.isStale() &&
         plan::same_question(bridge.asked(), plan);
}

bool isOfTheQuestion(const PlannerBridge& bridge, const plan::Plan& plan) {
  if (bridge.state() != PlannerBridge::State::Running) return answersTheQuestion(bridge, plan);
  const planning::FoundPtr found = bridge.found();
  return found && found->revision == bridge.number() && plan::same_question(bridge.asked(), plan);
}

planning::OptionPtr foundFor(const PlannerBridge& bridge, const plan::Plan& plan) {
  const planning::OptionPtr best = bridge.option();
  const bool counts =
      best && best->is_possible() && bridge.found()->of_the_job && isOfTheQuestion(bridge, plan);
  return counts ? best : nullptr;
}

}  // namespace astrolabe::ui
