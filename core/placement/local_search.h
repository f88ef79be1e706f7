#pragma once
// Small changes of a layout, each judged by the flow that it gives.

#include "core/placement/placement.h"

namespace astrolabe::placement {

struct LocalOptions {
  long most_looks = 2000;      ///< layouts evaluated
  double longest_chain = 0.0;  ///< seconds that chain_seconds may take; 0: any
  double enough = 0.0;         ///< tokens/s at which it stops; 0: never
};

/// Machines change places or go to other layers, boundaries shift, stages split and join; after annealing.
/// One question always gets one answer. Never less than `start`.
Layout improve(const Network& network, const Layout& start, const LocalOptions& options, long& looked);

}  // namespace astrolabe::placement
