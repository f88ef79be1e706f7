#pragma once
// How many GPUs of each node of a pool are in use, and what follows from it.

#include "core/hardware/cluster.h"

namespace astrolabe::hardware {

/// Uses so many GPUs of each node, a divisor of gpus_per_node; 0: all. `scale_up_domain` is of those alone.
void use_of_node(Pool& pool, int of_node);

}  // namespace astrolabe::hardware
