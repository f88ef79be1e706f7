#pragma once
// How many GPUs of each node of a pool are in use, and what follows from it.

#include <vector>

#include "core/hardware/pool_marks.h"

namespace astrolabe::hardware {

/// Uses so many GPUs of each node, a divisor of gpus_per_node; 0: all. `scale_up_domain` is of those alone.
void use_of_node(Pool& pool, int of_node);

/// Slows every GPU of the pool by so much in place of what it was slowed by.
void slow_by(Pool& pool, const Slowness& slowness);

/// The fastest nodes that hold so many GPUs, in their order, with the fastest gpus_of_node() GPUs of each;
/// fewer where not enough of them work.
std::vector<NodePart> fastest_parts(const Pool& pool, int gpus);

/// What is wrong with the GPUs of fastest_parts(), the worst of each kind. A GPU's network is as slow as its
/// own links or its node's network.
Slowness slowness_of(const Pool& pool, int gpus);

}  // namespace astrolabe::hardware
