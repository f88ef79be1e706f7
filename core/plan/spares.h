#pragma once
// What spare nodes hold, in rows of answers.

#include "core/base/json.h"
#include "core/cost/evaluation.h"
#include "core/strategy/problem.h"

namespace astrolabe::plan {

/// `goodput` of a row with what failures that last add to it: `available`, `repair_hours`, `spares`,
/// `by_spares` and, for a job with a target, `spares_for_target` (null: no number of spares reaches it).
/// Nothing where no failure lasts.
void add_spares(Json& row, const strategy::Problem& problem, const cost::Evaluation& evaluation);

}  // namespace astrolabe::plan
