#pragma once
// What rules may read: the settings of a strategy, of its stages, of the model, the job and the GPUs.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/strategy/problem.h"

namespace astrolabe::strategy {

/// Fields of a configuration that a rule reads, as bits. A switch counts with what it is derived from where
/// the job leaves it open.
namespace reads {
enum : std::uint32_t {
  pool = 1U << 0U,
  tensor = 1U << 1U,
  data = 1U << 2U,
  context = 1U << 3U,
  pipeline = 1U << 4U,
  recompute = 1U << 5U,
  zero = 1U << 6U,
  schedule = 1U << 7U,
  virtual_pipeline = 1U << 8U,
  micro = 1U << 9U,
  expert = 1U << 10U,
  expert_tensor = 1U << 11U,
  sequence = 1U << 12U,
  grad = 1U << 13U,
  param = 1U << 14U,
  overlap = 1U << 15U,
  offload = 1U << 16U,
  sharding = 1U << 17U,
  activations = 1U << 18U,
  all = (1U << 19U) - 1U,
  group = pool | tensor | data | context | pipeline  ///< what all configurations of a Group share
};
}  // namespace reads

/// A number of a rule: whole, a switch (0, 1), the place of a name in RuleVariable::names, or none.
using RuleValue = std::int64_t;
inline constexpr RuleValue kNone = std::numeric_limits<RuleValue>::min();

enum class RuleType : std::uint8_t { number, boolean, name, text };

struct RuleVariable {
  const char* name;
  RuleType type;
  std::uint32_t reads;  ///< 0: the same for every configuration of a problem
  bool of_stage;        ///< one value a stage: a rule matches when any stage does
  RuleValue (*value)(const Problem& problem, const Strategy& strategy, const Stage* stage);
  const char* meaning;
  const std::vector<std::string>* names = nullptr;  ///< type name: the values it can have
  std::string_view (*text)(const Problem& problem, const Stage& stage) = nullptr;  ///< type text
  /// A search solves for it, so only a strategy that a person writes states it: shipped rules alone read it.
  bool written_only = false;
};

/// Every variable, strategy's keys first.
const std::vector<RuleVariable>& rule_variables();
/// The variable of that name (without $), or null.
const RuleVariable* find_rule_variable(std::string_view name);

}  // namespace astrolabe::strategy
