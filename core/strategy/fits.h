#pragma once
// Whether a strategy that somebody names can be one of a problem at all.

#include <optional>
#include <vector>

#include "core/strategy/problem.h"
#include "core/strategy/rules.h"
#include "core/strategy/strategy.h"

namespace astrolabe::strategy {

/// GPUs that the strategy uses of each pool; a stage on no pool of the cluster counts nowhere.
std::vector<int> gpus_by_pool(const hardware::Cluster& cluster, const Strategy& strategy);

/// Stages stand on pools of the cluster, hold all layers and are as many as the strategy says; the GPUs of
/// each pool are those that it has, or fewer where some may stay unused. Nothing is said of rules, memory and
/// limits. Errors: impossible_strategy.
Result<void> fits(const Problem& problem, const Strategy& strategy);

/// The first rule that such a strategy breaks among those that hold on every runtime. Who names a strategy
/// names its sharding: a job that says nothing of `zero_stage` allows it.
std::optional<Rule> broken_rule(const Problem& problem, const Strategy& strategy);

}  // namespace astrolabe::strategy
