#pragma once
// How a model is laid out to serve.

#include <optional>
#include <string>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::serving {

/// Drafted tokens a step and the probability that one is accepted if those before it were.
struct Speculation {
  int draft_tokens = 0;
  double accepted = 0.0;
  /// Tokens that a step gains on average: 1 + a + … + a^n.
  double tokens_a_step() const;
  bool operator==(const Speculation&) const = default;
};

/// One copy of the model: tensor_parallel x attention_data_parallel x pipeline_parallel GPUs.
struct Worker {
  int tensor_parallel = 1;  ///< of attention
  int pipeline_parallel = 1;
  int expert_parallel = 1;
  int attention_data_parallel = 1;
  int max_batched_tokens = 8192;  ///< of a step and rank
  int max_sequences = 0;          ///< that decode at once; 0: the engine's own
  Speculation speculation;
  /// Memory of the host, a GPU, for keys and values of prefixes that the GPU has no room for; 0: none.
  double kv_host_gib = 0.0;

  int gpus() const { return tensor_parallel * attention_data_parallel * pipeline_parallel; }
  /// tensor x attention data parallelism over expert parallelism.
  int expert_tensor_parallel() const;
  bool operator==(const Worker&) const = default;
};

/// `replicas` copies of `worker`; with `prefill`, each of `prefill_workers` and `decode_workers` that share
/// the traffic of one replica.
struct Deployment {
  std::string pool{};
  int replicas = 1;
  Worker worker{};  ///< of decoding where there is `prefill`
  std::optional<Worker> prefill{};
  int prefill_workers = 1, decode_workers = 1;

  bool disaggregated() const { return prefill.has_value(); }
  int gpus() const;
  bool operator==(const Deployment&) const = default;
};

/// Reads a deployment as interfaces have it. Errors: keys, and degrees that do not go together.
Result<Deployment> read_deployment(const Json& json, const std::string& path = {});
Json to_json(const Deployment& deployment);

}  // namespace astrolabe::serving
