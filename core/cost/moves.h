#pragma once
// What the operations of a pipeline wait for, and a play of all of them for searches that ask for many splits
// of one pipeline: orders are kept in a byte an operation, and so is what the last few plays came to.

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
/// Of one transfer over a link; below 0: none, no time.
double link_seconds(const Pipeline& pipeline, bool backward, int link);

}  // namespace astrolabe::cost
