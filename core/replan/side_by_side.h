#pragma once
// Lanes that work side by side: the gradients of a layer are reduced at the pace of the slowest that holds it.

#include <vector>

#include "core/replan/lane_shape.h"

namespace astrolabe::replan {

/// One lane at work.
struct WorkingLane {
  const LaneShape* shape = nullptr;
  const Split* split = nullptr;
  std::vector<Slowness> slow;  ///< by stage; `tail` of its own GPUs
  int micro_batches = 0;
};

/// The step of all lanes: the last one's end. A stage's tail takes as long as the slowest tail of all lanes' stages
/// with its number; where lanes have unlike numbers of stages (and no chunks), of all stages that hold a layer
/// of it. Both err to the slow side: of a stage only the layers that the slow one holds, too, wait for it.
double step_of(std::vector<WorkingLane> lanes);

}  // namespace astrolabe::replan
