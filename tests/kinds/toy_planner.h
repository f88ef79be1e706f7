#pragma once
// The planner of the toy kind: nothing but its own files knows it.

#include "core/planning/planner.h"

namespace astrolabe::tests {

/// Options of 1, 2, 4, … GPUs of the first pool, the fastest first. It declines with "no_gpus" a cluster
/// without any. Settings: "most", GPUs at the most.
const planning::Planner& toy_planner();

}  // namespace astrolabe::tests
