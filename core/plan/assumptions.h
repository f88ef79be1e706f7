#pragma once
// What an answer rests on and no file stated.

#include <vector>

#include "core/hardware/cluster.h"
#include "core/strategy/problem.h"

namespace astrolabe::plan {

/// Assumptions of the cluster, then of job, kernels and software; values with their units, rounded.
std::vector<hardware::Assumption> assumptions_of(const strategy::Problem& problem);

}  // namespace astrolabe::plan
