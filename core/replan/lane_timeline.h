#pragma once
// A step of pipelines that are named one by one, as spans on lanes.

#include <cstddef>
#include <vector>

#include "core/cost/timeline.h"
#include "core/replan/replan.h"
#include "core/replan/side_by_side.h"

namespace astrolabe::replan {

/// The first of all pipelines that do the same on as many GPUs: pools, layers, tensor parallelism,
/// recomputation, slowness, schedule and micro-batches. At most 32 stages together, and at least one
/// pipeline.
std::vector<std::size_t> told_apart(const std::vector<Pipeline>& pipelines);

/// The lanes at these places, stage by stage, one after the other, in a step of `step` seconds: what follows
/// the passes is the exchange of gradients and weights, then the optimizer. Lanes are as
/// wait_for_each_other() leaves them; what waits at the end for pipelines that end later is idle.
cost::Timeline timeline_of(const std::vector<WorkingLane>& lanes, const std::vector<std::size_t>& told,
                           double step);

}  // namespace astrolabe::replan
