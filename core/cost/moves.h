#pragma once
// The operations of a whole pipeline in an order in which each comes after what it waits for. It depends on
// schedule, stages, chunks and micro-batches alone, so that a search works it out once for many splits.

#include <cstdint>
#include <vector>

#include "core/cost/schedule.h"

namespace astrolabe::cost {

/// What an operation waits for beside the one before it on its own stage: the same micro-batch on a neighbour
/// or its own last forward. `stage` -1: nothing.
struct Wait {
  int stage = -1, chunk = 0;
  bool backward = false;
  int link = -1;  ///< of the pipeline, forward or backward as the operation itself; -1: no transfer
};
Wait wait_of(const Operation& operation, int stage, const Pipeline& pipeline);

/// One operation: `kind` 0 forward, 1 backward, 2 the gradients of the weights alone. Small, as a search
/// keeps hundreds of thousands.
struct Move {
  int from = -1;  ///< the move whose end it waits for; -1: none
  std::int16_t stage = 0, chunk = 0;
  std::int16_t link = -1;  ///< as in Wait
  std::int16_t kind = 0;
};

/// All operations of pipelines like this one; its times do not matter.
std::vector<Move> moves_of(const Pipeline& pipeline);

}  // namespace astrolabe::cost
