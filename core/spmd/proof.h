#pragma once
// Executes a program, with or without a fault in it, for `shard --verify` and `--mutate`.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>

#include "core/spmd/faults.h"

namespace astrolabe::spmd {

struct Proof {
  Verification result;
  unsigned seed = VerifyOptions{}.seed;  ///< of the small tensors
  std::optional<Fault> fault;  ///< that was put in
  /// True where every claim holds without a fault, or one does not with it.
  bool right() const { return result.holds() != fault.has_value(); }
};

/// Three steps of Adam on the small form of `graph`: with the program's own ratios, and with ratios that
/// leave one device without work. With a fault: with its ratios alone. What the small tensors hold is drawn
/// from `seed`. Errors: those of small_graph() and inject(); AST-U501 for the released form, which has no
/// backward nodes to execute.
Result<Proof> prove(const Graph& graph, const Program& program, std::optional<Fault> fault = {},
                    const std::stop_token& stop = {}, unsigned seed = VerifyOptions{}.seed);

/// {"seed", "max_abs_difference", "tensors", "checks", "steps"}, and of what does not hold "violation":
/// {"step", "instruction", "text", "rule", "claim", "found"}; of a fault also "fault".
nlohmann::json to_json(const Proof& proof);

}  // namespace astrolabe::spmd
