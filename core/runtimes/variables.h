#pragma once
// What the conditions and arguments of runtimes may read beside the variables of rules.

#include <vector>

#include "core/strategy/rule_variables.h"

namespace astrolabe::runtimes {

/// Of the launch as a whole, its sharding, how its stages differ, and every option of the job's software:
/// false or 0 where it is not said, None for a name.
const std::vector<strategy::RuleVariable>& launch_variables();

/// Micro-batches that an interleaved pipeline takes in one go: the least g with stages <= g <= micro-batches
/// that leaves no rest, or a rest of at least as many as there are stages; 0 where there is none.
int micro_batch_group(int stages, int micro_batches);

/// CUDA's compute capability as 80, 90 or 100; nothing for GPUs of others and types that are not known.
std::optional<int> compute_capability(const hardware::Gpu& gpu);

}  // namespace astrolabe::runtimes
