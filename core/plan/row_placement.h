#pragma once
// The GPUs that a layout stands on, in rows of answers.

#include "core/base/json.h"
#include "core/cost/evaluation.h"
#include "core/strategy/problem.h"

namespace astrolabe::plan {

/// Adds `placed_on` to the layout under "strategy" of a row: of pools that it uses in part the GPUs that it
/// stands on, as `evaluation` has them (hardware::to_json()). Nothing where it says none.
void add_placement(Json& row, const cost::Evaluation& evaluation, const strategy::Problem& problem);

}  // namespace astrolabe::plan
