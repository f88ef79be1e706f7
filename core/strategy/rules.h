#pragma once
// Which combinations of degrees and switches a training framework accepts, and why. Order matters: the first
// broken rule is the one that is told.

#include <string_view>
#include <vector>

#include "core/strategy/problem.h"

namespace astrolabe::strategy {

struct Rule {
  std::string_view name;     ///< stable, used in answers and logs
  std::string_view because;  ///< plain English; Megatron-LM options where the rule mirrors one
  bool (*broken)(const Problem& problem, const Strategy& strategy);
  bool of_group = false;  ///< reads only what all configurations of a Group share
};

const std::vector<Rule>& shipped_rules();

/// The first rule of_group that `strategy` breaks, or null: then every configuration of its group is
/// rejected.
const Rule* first_broken_group_rule(const Problem& problem, const Strategy& strategy);

/// The first rule that `strategy` breaks, or null. Reads degrees, switches and the pool and tensor
/// parallelism of each stage; layers are looked at only where they are all given.
const Rule* first_broken_rule(const Problem& problem, const Strategy& strategy);

}  // namespace astrolabe::strategy
