#pragma once
// What no plan on given groups of GPUs falls below.

#include <vector>

#include "core/model/graph.h"
#include "core/replan/side_by_side.h"

namespace astrolabe::replan {

/// Fractions of layers and micro-batches over the groups of `lanes`: seconds of the work of a step of so many
/// `micro_batches` over the sum of their rates. `running`: the shape whose first stage tells what a layer
/// takes; a group's rate is that of the class of layers that it is best at. 0 where no group works.
double fluid_bound(const model::Graph& graph, const LaneShape& running, const std::vector<WorkingLane>& lanes,
                   double micro_batches);

}  // namespace astrolabe::replan
