#pragma once
// Configurations with the same passes in every micro-batch differ in their tails alone, after the last
// backward.

#include "core/cost/shape.h"

namespace astrolabe::search {

/// Of those with the passes of `strategy` the one whose tails mostly are the shortest.
strategy::Strategy with_short_tails(strategy::Strategy strategy);

/// Seconds by which the tail of any stage is longer at least than it is in `other`, which has the same
/// passes, whatever layers the stage holds; less than 0 where one is shorter. As every walk through a
/// pipeline ends with a tail, no split takes less than it takes there and that. All layers are alike, nothing
/// is recomputed: what is makes a pass longer by more than it hides of the tail.
double least_longer_tail(const cost::Shape& shape, const cost::Shape& other);

}  // namespace astrolabe::search
