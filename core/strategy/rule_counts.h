#pragma once
// How many configurations of a space each rule removes, without visiting them one by one: only what the rule
// reads is enumerated.

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/json.h"
#include "core/strategy/rules.h"

namespace astrolabe::strategy {

struct RuleCount {
  bool known = true;                 ///< false: it was stopped, or there is too much to count
  std::uint64_t removed = 0;         ///< configurations that break the rule, whatever other rules say of them
  std::uint64_t not_applicable = 0;  ///< divided by zero, or beyond 64 bits: kept
  std::optional<Strategy> example;   ///< the first one removed, its layers split evenly
};

/// One entry a rule, in their order. A configuration that breaks several rules counts with each. What `stop`
/// ends is not known, and neither are rules that read pools or tensor parallelism where there are millions of
/// ways to choose these.
std::vector<RuleCount> count_rules(const Problem& problem, const std::vector<Rule>& rules,
                                   const std::stop_token& stop = {});

/// The rules of a problem with their counts, as told with a plan: name, because, mirrors, own, removed (null
/// where it is not known), not_applicable (where not 0), example; of shipped ones may_be_off, `fixed` where
/// not, and for those that are off `off` with would_remove.
Json rules_json(const Problem& problem, const std::stop_token& stop = {});

}  // namespace astrolabe::strategy
