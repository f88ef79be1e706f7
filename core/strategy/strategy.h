#pragma once
// One complete answer to "how do we run this": every degree, flag and stage. JSON form: interfaces, "Strategy".

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::strategy {

enum class Recompute : std::uint8_t { none, selective, full };
enum class Schedule : std::uint8_t { one_f_one_b, interleaved, gpipe, zb_h1, zb_v };

/// One pipeline rank, in order.
struct Stage {
  int pool = 0;  ///< index into Cluster::pools
  int layers = 0;
  int tensor_parallel = 1;
  Recompute recompute = Recompute::none;
  int recompute_layers = 0;  ///< layers recomputed in full, on top of `recompute`
  auto operator<=>(const Stage&) const = default;
};

/// Fields in the order in which ties break.
struct Strategy {
  int tensor_parallel = 1;  ///< of the first stage; each stage has its own
  int pipeline_parallel = 1;
  int virtual_pipeline = 1;  ///< chunks per stage
  int context_parallel = 1;
  int expert_parallel = 1;
  int expert_tensor_parallel = 1;
  int data_parallel = 1;
  int micro_batch = 1;  ///< sequences
  bool sequence_parallel = false;
  int zero_stage = 0;
  int sharding_group = 1;  ///< ranks over which state is sharded
  Recompute recompute = Recompute::none;
  int recompute_layers = 0;
  bool offload_optimizer = false, offload_activations = false;
  bool overlap_grad_reduce = false, overlap_param_gather = false, overlap_tensor_parallel = false;
  Schedule schedule = Schedule::one_f_one_b;
  std::vector<Stage> stages;
  auto operator<=>(const Strategy&) const = default;
  bool operator==(const Strategy&) const = default;
};

const char* to_string(Recompute recompute);
const char* to_string(Schedule schedule);

/// Pools by id, in the order of the cluster. `layers` completes a strategy without stages by an even split.
Result<Strategy> read_strategy(const Json& json, const std::vector<std::string>& pool_ids, int layers,
                               const std::string& path = "");
Json to_json(const Strategy& strategy, const std::vector<std::string>& pool_ids);

}  // namespace astrolabe::strategy
