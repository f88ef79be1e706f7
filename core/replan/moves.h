#pragma once
// What GPUs send to each other so that another plan can go on: weights and optimizer state.

#include <vector>

#include "core/cost/tables.h"
#include "core/replan/layout.h"

namespace astrolabe::replan {

struct Moves {
  double bytes = 0.0;    ///< that GPUs receive, all together
  double seconds = 0.0;  ///< at least: the most of a GPU over its links or its share of the network
};

/// From the layout that ran to `plan`, whose groups of GPUs keep to their stages; within a group ranks are
/// given out, and equal sound groups of a pipeline change places, so that the fewest bytes move (`plan` is
/// changed so). A parameter is its weight and its state of the optimizer; state that is sharded comes as that
/// shard, and gradients do not move. What a failed GPU held comes from another pipeline. `tables`: of the
/// problem with nothing marked.
Moves find_moves(const cost::Tables& tables, const hardware::Cluster& marked, const Layout& before,
                 const strategy::Strategy& running, Plan& plan);
/// From pipelines that ran to `plan`, of any shape, each of so many `replicas` (Layout::replicas_per_lane);
/// `running`: the settings that all of them share.
Moves find_moves(const cost::Tables& tables, const hardware::Cluster& marked,
                 const std::vector<Pipeline>& before, int replicas, const strategy::Strategy& running,
                 Plan& plan);

}  // namespace astrolabe::replan
