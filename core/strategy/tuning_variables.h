#pragma once
// What the conditions and arguments of runtimes may read of a job's fine-tuning.

#include <string>
#include <vector>

#include "core/strategy/rule_variables.h"
#include "core/strategy/tuning.h"

namespace astrolabe::strategy {

/// The variables of the job's tuning and of what it adapts in the model; without a tuning false, 0 or None.
std::vector<RuleVariable> tuning_variables();

/// The targets of a tuning that get adapters, or those that are trained whole beside them, as they are named.
std::vector<std::string> adapter_targets(const Tuning& tuning);
std::vector<std::string> whole_targets(const Tuning& tuning);

}  // namespace astrolabe::strategy
