#pragma once
// Lanes that work side by side: the gradients of a layer are reduced at the pace of the slowest that holds
// it.

#include <vector>

#include "core/replan/lane_shape.h"

namespace astrolabe::replan {

/// One lane at work.
struct WorkingLane {
  const LaneShape* shape = nullptr;
  const Split* split = nullptr;
  std::vector<StageSlowness> slow;  ///< by stage
  int micro_batches = 0;
  int in_step_with = 0;  ///< Layout::in_step_with(): lanes with the same number wait for each other in passes
};

/// Makes the stages of all lanes wait for those of others that hold the same layers: passes for those of
/// lanes in step, tails for all. Where lanes have unlike numbers of stages (and no chunks) a stage waits for
/// all that hold a layer of it, else for those with its number. Before, each stage waits for its own GPUs
/// alone (alone()).
void wait_for_each_other(std::vector<WorkingLane>& lanes);

/// The step of all lanes after wait_for_each_other(): the last one's end, and no later than with every stage
/// as slow as the worst of its pool, as no GPU has to be fast (a short pass may hide less of the traffic at
/// the end of a step). It errs to the slow side: of a stage only the layers that a slow one holds, too, wait
/// for that.
double step_of(const std::vector<WorkingLane>& lanes);

}  // namespace astrolabe::replan
