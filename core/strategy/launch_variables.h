#pragma once
// What the conditions and arguments of runtimes may read beside the variables of rules.

#include <optional>
#include <vector>

#include "core/strategy/rule_variables.h"

namespace astrolabe::strategy {

/// The variables of the launch as a whole, its sharding, how its stages differ, the job's fine-tuning,
/// the kinds of layers (layer_variables()), and every option of the job's software: one that is not stated
/// has its runtime's default, false, 0 or None. In a strategy whose layers are not dealt out yet, as in a
/// search, stages hold equally many layers where that is possible (deals_evenly()), and every layer is
/// recomputed or none (recompute_choice()).
const std::vector<RuleVariable>& launch_variables();

/// Micro-batches that an interleaved pipeline takes in one go: the least g with stages <= g <= micro-batches
/// that leaves no rest, or a rest of at least as many as there are stages; 0 where there is none.
int micro_batch_group(int stages, int micro_batches);

/// CUDA's compute capability as 80, 90 or 100; nothing for GPUs of others and types that are not known.
std::optional<int> compute_capability(const hardware::Gpu& gpu);

}  // namespace astrolabe::strategy
