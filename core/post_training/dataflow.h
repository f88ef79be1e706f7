#pragma once
// What post-training does in one iteration: calls of models, and which waits for which. JSON form:
// interfaces, "Several models".

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::post_training {

enum class Do { generate, forward, train };
/// "generate", "forward", "train".
const char* to_string(Do what);

/// One call of one model. It begins when all of `after` have ended.
struct Call {
  std::string name, role;
  Do what = Do::forward;
  std::vector<int> after;     ///< places in Dataflow::calls, all before this one
  bool one_a_prompt = false;  ///< generates one answer a prompt (the baseline of ReMax), not every sample
  bool operator==(const Call&) const = default;
};

/// Calls in an order in which each stands behind all that it waits for.
struct Dataflow {
  std::string name;  ///< of a ready one; "" for one by hand
  std::vector<Call> calls;
  /// Names of the roles in the order in which calls name them first.
  std::vector<std::string> roles() const;
  bool does(std::string_view role, Do what) const;
  /// True where any call generates: else no engine takes part, as of DPO.
  bool generates() const;
  bool operator==(const Dataflow&) const = default;
};

/// "ppo", "grpo", "remax", "safe_rlhf", "dpo": HybridFlow (EuroSys 2025), figure 1 and section 2;
/// DeepSeekMath (2024) for GRPO, Rafailov et al. (2023) for DPO.
const std::vector<Dataflow>& ready_dataflows();
const Dataflow* find_dataflow(std::string_view name);

/// Reads a name or a list of calls {"call", "role", "do", "after"}; calls may stand in any order. Errors: a
/// name that is not known with the nearest, a call that waits for one that is not there, two of one name, a
/// cycle (which calls).
Result<Dataflow> read_dataflow(const Json& json, const std::string& path);
Json to_json(const Dataflow& dataflow);

}  // namespace astrolabe::post_training
