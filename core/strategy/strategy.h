#pragma once
// One complete answer to "how do we run this": every degree, flag and stage. JSON form: interfaces,
// "Strategy".

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::strategy {

enum class Recompute : std::uint8_t { none, selective, full };
enum class Schedule : std::uint8_t { one_f_one_b, interleaved, gpipe, zb_h1, zb_v, looped_bfs };

/// One pipeline rank, in order.
struct Stage {
  int pool = 0;  ///< index into Cluster::pools
  int layers = 0;
  int tensor_parallel = 1;
  Recompute recompute = Recompute::none;
  int recompute_layers = 0;  ///< layers recomputed in full, on top of `recompute`
  auto operator<=>(const Stage&) const = default;
};

/// State of the optimizer of a stage that GPUs of a pool hold which do not compute the stage.
struct MovedState {
  int stage = 0;
  int pool = 0;            ///< index into Cluster::pools
  std::int64_t bytes = 0;  ///< in all; GiB in JSON
  auto operator<=>(const MovedState&) const = default;
};

/// Fields in the order in which ties break. One without stages stands for none: in figures of a plan of
/// another kind.
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
  std::vector<MovedState> state{};  ///< empty: every stage holds its own
  /// Ranks that hold the same weights.
  int replicas() const { return data_parallel * context_parallel; }
  /// The replicas() that share state where it is sharded; all where `sharding_group` is 1, "not stated".
  int shards() const { return sharding_group > 1 ? std::min(sharding_group, replicas()) : replicas(); }
  auto operator<=>(const Strategy&) const = default;
  bool operator==(const Strategy&) const = default;
};

const char* to_string(Recompute recompute);
const char* to_string(Schedule schedule);

/// The keys of a strategy without `stages`, in the order of the fields: what `fixed` and `allowed` of a job
/// may name.
const std::vector<std::string>& setting_keys();
/// The value of one of these keys as text: "8", "selective", "true"; empty for any other key.
std::string setting(const Strategy& strategy, std::string_view key);
/// A JSON value for `key` as that text, checked against the range of the key; `where` is its place for
/// errors.
Result<std::string> read_setting(std::string_view key, const Json& value, const std::string& where);

/// Pools by id, in the order of the cluster. A strategy without stages is completed by an even split of
/// `layers` (earlier stages take the remainder) on the first pool. Left out: degrees and micro batch are 1,
/// flags false, `zero_stage` 0, `sharding_group` every rank that holds the same weights (1 without ZeRO),
/// `schedule` "1f1b" ("interleaved" with several chunks), `recompute_layers` with recompute full all that a
/// stage holds, and in a stage whatever the strategy says; without `recompute` the strongest of the stages.
/// Errors: impossible_strategy where stages, layers, degrees or what is recomputed do not add up;
/// unknown_pool with near ids.
Result<Strategy> read_strategy(const Json& json, const std::vector<std::string>& pool_ids, int layers,
                               const std::string& path = "");
/// Every key in the order of the fields, stages always written out.
Json to_json(const Strategy& strategy, const std::vector<std::string>& pool_ids);

}  // namespace astrolabe::strategy
