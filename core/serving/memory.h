#pragma once
// What a rank holds: weights, keys and values, work space; how many tokens fit.

#include "core/serving/step.h"

namespace astrolabe::serving {

/// Bytes of a rank; `kv_token` and `kv_window` a sequence's token and its windows and states as a whole.
struct Memory {
  double device = 0.0, weights = 0.0, workspace = 0.0, reserve = 0.0;
  double kv_token = 0.0;
  double kv_sequence = 0.0;
  double kv_bytes = 0.0;    ///< left for keys and values; 0 where nothing is
  double kv_tokens = 0.0;   ///< that fit, in blocks of 16
  double host_bytes = 0.0;  ///< of the host, for keys and values of prefixes
  bool fits() const { return kv_tokens > 0.0; }
  /// Room of a sequence's windows and states, counted in tokens.
  double sequence_tokens() const { return kv_sequence / (kv_token > 1.0 ? kv_token : 1.0); }
};

/// Parameters of a model, without its input embedding.
struct ParameterCounts {
  double attention = 0.0, dense = 0.0, experts = 0.0, head = 0.0;
};
ParameterCounts count_parameters(const ModelShape& shape);

Memory memory_of(const StepInputs& inputs);

/// Sequences of `input` + `output` tokens that a rank can hold at once, at least 0. `held`: that every one
/// must fit at its full length (engines that do not evict, and promises of time).
double capacity(const Memory& memory, const Engine& engine, const Worker& worker, double input, double output,
                bool held);

}  // namespace astrolabe::serving
