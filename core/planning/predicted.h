#pragma once
// One strategy predicted for a goal.

#include "core/base/result.h"
#include "core/planning/option.h"
#include "core/strategy/problem.h"

namespace astrolabe {

/// As detail(), which is for speed: on what of slow and failed GPUs' nodes the strategy is best for the goal,
/// as a search for it ranks it (planning::judged_by_marks).
Result<planning::Option> detail(const strategy::Problem& problem, const strategy::Strategy& strategy,
                                strategy::Objective objective);

}  // namespace astrolabe
