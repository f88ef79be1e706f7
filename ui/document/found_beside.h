#pragma once
// What planners beside a search have found for the question of a plan.

#include <vector>

#include "ui/document/planner_bridge.h"

namespace astrolabe::ui {

/// True where a planner has answered the question of `plan` to its end: what it found may be of the question
/// before, until it is found anew.
bool answersTheQuestion(const PlannerBridge& bridge, const plan::Plan& plan);
/// Also what it has found so far, while it goes on.
bool isOfTheQuestion(const PlannerBridge& bridge, const plan::Plan& plan);
/// Its best option of the question and of the job as it is; null where there is none that is possible.
planning::OptionPtr foundFor(const PlannerBridge& bridge, const plan::Plan& plan);

}  // namespace astrolabe::ui
