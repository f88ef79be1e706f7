#pragma once
// How a group of equal GPUs works inside, and which layouts a pool of them may have.

#include <compare>
#include <optional>
#include <vector>

#include "core/strategy/problem.h"
#include "core/strategy/rules.h"
#include "core/strategy/strategy.h"

namespace astrolabe::mesh {

/// The inner form of the groups of one pool. Fields in the order in which ties break.
struct Layout {
  int pool = 0;  ///< index into Cluster::pools
  int tensor_parallel = 1, context_parallel = 1;
  int expert_parallel = 1, expert_tensor_parallel = 1;
  int pipeline_parallel = 1, virtual_pipeline = 1;
  strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
  int micro_batch = 1;      ///< sequences of a rank
  int groups = 1;           ///< that the pool is cut into
  std::vector<int> layers;  ///< of each stage
  auto operator<=>(const Layout&) const = default;
  bool operator==(const Layout&) const = default;

  /// Experts wider than the ranks around them: data parallelism inside a group.
  int inner_data() const;
  /// GPUs of a group and of the pool.
  int group_gpus() const { return pipeline_parallel * tensor_parallel * context_parallel * inner_data(); }
  int gpus() const { return groups * group_gpus(); }
  /// Sequences that a group takes with a micro-batch.
  int sequences() const { return micro_batch * inner_data(); }
  /// Ranks of the pool that hold the same part of a dense layer, and of experts.
  int dense_replicas() const { return groups * inner_data() * context_parallel; }
  int expert_replicas() const {
    return dense_replicas() * tensor_parallel / (expert_parallel * expert_tensor_parallel);
  }
};

/// The strategy of a cluster that has such groups alone, of which each takes the same: what rules and costs
/// are asked about. Recomputation: full, of no layer.
strategy::Strategy strategy_of(const Layout& layout);
/// The strategy of such groups, each stage recomputing so many layers.
strategy::Strategy strategy_of(const Layout& layout, const std::vector<int>& again);

/// Whether the values that the job allows leave what a layout decides by itself; what holds of all replicas
/// together is not asked.
bool is_allowed(const strategy::Problem& problem, const strategy::Strategy& strategy);

/// Whether the values that the job allows let groups recompute layers.
bool may_recompute(const strategy::Problem& problem);

/// Whether the values that the job allows and the rules leave a pool groups of such a layout, each stage
/// recomputing so many layers; the batch is taken as one that they can share evenly.
bool keeps_rules(const strategy::Problem& problem, const Layout& layout, const std::vector<int>& again);

/// The first rule that groups of a layout that somebody names break, among those that hold on every runtime.
std::optional<strategy::Rule> broken_rule(const strategy::Problem& problem, const Layout& layout);

/// Layers of `stages` stages, none empty: evenly, the remainder to the stages in the middle; of several
/// chunks a stage all that strategy::Chunking allows.
std::vector<std::vector<int>> even_splits(int layers, int stages, strategy::Schedule schedule, int chunks);

/// Largest values that are tried; a job that names a value lifts none of them.
inline constexpr int kMostStages = 16, kMostMicroBatch = 4, kMostContext = 8;

/// The layouts that rules and job leave a pool all of whose `gpus` work: tensor parallelism up to the
/// scale-up domain, context parallelism up to 8, experts up to their number, up to 16 stages that divide the
/// pool, several chunks a stage, schedules, micro-batches of 1, 2 and 4. Layers as even_splits(). In a fixed
/// order.
std::vector<Layout> layouts_of(const strategy::Problem& problem, int pool, int gpus);

}  // namespace astrolabe::mesh
