#pragma once
// What a step makes of the GPUs that take it, whatever kind of plan they follow.

#include "core/cost/evaluation.h"
#include "core/strategy/problem.h"

namespace astrolabe::cost {

/// Fills tokens/s, hours of the job, share of the peak rate (MFU), paid GPUs and money from `step` and
/// `gpus`. A row that says already what is paid for (`paid` and `kept`) costs that.
void add_rates(const strategy::Problem& problem, Evaluation& evaluation);

}  // namespace astrolabe::cost
