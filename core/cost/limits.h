#pragma once
// The job's limits against what a set of GPUs at some speed costs.

#include "core/cost/evaluation.h"
#include "core/strategy/problem.h"

namespace astrolabe::cost {

/// The first limit that GPUs with these hourly figures break at a speed; Binding::none when all hold.
Violation broken_limit(const strategy::Job& job, const Money& money, double tokens_per_second);

/// How far a violation is from being none, as a share of its limit (memory: of the GPU's usable memory).
double excess(const Violation& violation, const strategy::Problem& problem);

}  // namespace astrolabe::cost
