#pragma once
// What disturbs a job besides its speed: failures, checkpoints, a batch that grows. Part of the job's JSON:
//   "reliability": {"failures_per_gpu_hour": 2e-5, "restart_seconds": 600, "storage_gb_per_s": 2000,
//                   "checkpoint_interval_seconds": 900, "repair_hours": 24, "lasting_share": 0.78,
//                   "domain_share": 0.1, "goodput_target": 0.95}
//   "batch_ramp_up": {"start": 32, "increment": 32, "sequences": 2000000}

#include <optional>

#include "core/base/json.h"

namespace astrolabe::strategy {

/// An empty field is assumed (cost/reliability.h); an empty interval is the best one.
struct Reliability {
  std::optional<double> failures_per_gpu_hour;
  std::optional<double> restart_seconds;   ///< from a failure to work again, without reading the checkpoint
  std::optional<double> storage_gb_per_s;  ///< of the whole cluster, for checkpoints
  std::optional<double> checkpoint_interval_seconds;
  /// Mean time from a failure that lasts until the machine works again. Failures last where this is stated or
  /// a pool states spares or a failure domain; elsewhere another machine is there at once.
  std::optional<double> repair_hours{};
  std::optional<double> lasting_share{};   ///< of the failures, those that need a repair
  std::optional<double> domain_share{};    ///< of the lasting ones, those of a whole failure domain
  std::optional<double> goodput_target{};  ///< how many spares hold that much is told
  bool operator==(const Reliability&) const = default;
};

/// Megatron-LM's --rampup-batch-size: the batch starts at `start` and grows by `increment` in equal shares of
/// `sequences` until it is the job's global batch.
struct BatchRampUp {
  int start = 0, increment = 0;  ///< sequences
  double sequences = 0.0;
  bool operator==(const BatchRampUp&) const = default;
};

/// Reads the object; mistakes (unknown keys, values out of range) go to `parent`.
Reliability read_reliability(ObjectReader& parent, const Json& json);
/// Reads the object of a growing batch; mistakes go to `parent`, as where its steps miss `global_batch`.
BatchRampUp read_batch_ramp_up(ObjectReader& parent, const Json& json, int global_batch);
Json to_json(const Reliability& reliability);
Json to_json(const BatchRampUp& ramp_up);

}  // namespace astrolabe::strategy
