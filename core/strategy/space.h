#pragma once
// Every configuration of a problem: the strategy's discrete fields without the split of layers and the number
// of recomputed layers, which are solved inside each configuration.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/strategy/problem.h"
#include "core/strategy/rules.h"

namespace astrolabe::strategy {

/// Pools in pipeline order with the stages and tensor parallelism of each, and the replicas.
struct Group {
  struct Use {
    int pool = 0, stages = 0, tensor_parallel = 1;
  };
  std::vector<Use> uses;
  int data_parallel = 1, context_parallel = 1;
};

/// Groups with the same replicas and the same pools, each with its tensor parallelism; how many stages each
/// pool gets and the order of the pools are open.
struct Family {
  struct Use {
    int pool = 0, tensor_parallel = 1;
    int least = 1, most = 1;  ///< stages
  };
  std::vector<Use> uses;  ///< by pool
  int data_parallel = 1, context_parallel = 1;
  /// Copies of every stage; their gradients are summed.
  int replicas() const { return data_parallel * context_parallel; }
  std::uint64_t orders() const;
  int most_stages() const;
};

/// Maps indices of configurations: what differs only in fields that are not read comes out as one.
class Projection {
 public:
  std::uint64_t operator()(std::uint64_t index) const {
    std::uint64_t result = 0;
    for (const Run& run : m_runs) {
      // Most indices are below 2^32, whose divisions take a fraction of the time.
      const std::uint64_t above = run.stride == 1 ? index : quotient(index, run.stride);
      result += (above - quotient(above, run.size) * run.size) * run.stride;
    }
    return result;
  }
  /// All results are below it.
  std::uint64_t end() const { return m_runs.empty() ? 1 : m_runs.back().stride * m_runs.back().size; }
  /// One more field; those that lie beside the one before are read with it.
  void add(std::uint64_t size, std::uint64_t stride) {
    if (size <= 1) return;
    if (!m_runs.empty() && m_runs.back().stride * m_runs.back().size == stride)
      m_runs.back().size *= size;
    else
      m_runs.push_back({stride, size});
  }

 private:
  static std::uint64_t quotient(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t kHalf = std::uint64_t{1} << 32U;
    return a < kHalf && b < kHalf ? static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b) : a / b;
  }
  struct Run {
    std::uint64_t stride = 1, size = 1;
  };
  std::vector<Run> m_runs;  ///< fastest first
};

/// What a search tries of a whole-number setting that the job does not narrow, ascending; empty where nothing
/// but the model and the GPUs bound it (pipeline_parallel, sharding_group, recompute_layers), and for other
/// keys.
std::vector<int> usual_values(const Problem& problem, std::string_view key);

class Space {
 public:
  /// Asked in long loops whether to leave what is being done; empty: never.
  using Ended = std::function<bool()>;

  /// Where `ended` returned true on the way, is_whole() is false and nothing here may be relied on.
  explicit Space(const Problem& problem, const Ended& ended = {});
  bool is_whole() const { return m_whole; }
  /// False where there may be more configurations than 64 bits hold, as of many pools, of which every order
  /// counts: total(), layer_splits() and the groups of degrees() tell then which there are, not how many.
  bool is_counted() const { return m_counted; }
  /// What stages may have, ascending.
  const std::vector<int>& tensor_degrees() const { return m_tensor; }
  /// The fewest and most stages of a pool at so many GPUs a stage; nothing when there can be none.
  std::optional<std::pair<int, int>> stages_of(std::size_t pool, int stage_gpus, int tensor) const;

  /// Calls `use` with every group, in a fixed order, until it returns false. Groups are made on the way: a
  /// space may hold more of them than memory does.
  void visit(const std::function<bool(const Group&)>& use) const;
  /// Calls `use` with a few groups, until it returns false: pools in their order, all with one tensor
  /// parallelism and as many stages as their GPUs and the layers allow.
  void visit_even(const std::function<bool(const Group&)>& use) const;
  std::uint64_t group_count() const { return m_group_count; }
  /// The families that all groups fall into, in a fixed order; those of so many pools alone unless 0. Those
  /// met so far where it `ended` on the way.
  std::vector<Family> families(std::size_t pools = 0, const Ended& ended = {}) const;
  /// Calls `use` with each of them, until it returns false; false then. There may be more of them than memory
  /// or a day holds: see most_families().
  bool visit_families(const std::function<bool(const Family&)>& use, std::size_t pools = 0) const;
  /// No space of this problem has more families.
  double most_families() const;
  /// Groups with the same replicas, by their number of stages: [0 .. layers].
  struct Degrees {
    int data_parallel = 1, context_parallel = 1;
    std::vector<std::uint64_t> groups;
  };
  const std::vector<Degrees>& degrees() const { return m_degrees; }
  /// Groups of a family by their number of stages: [0 .. layers], every order of the pools counted.
  std::vector<std::uint64_t> groups_by_stages(const Family& family) const;
  /// Tables of groups_by_stages(), one for all families whose pools can have the same numbers of stages.
  using GroupTables = std::map<std::vector<int>, std::vector<std::uint64_t>>;
  const std::vector<std::uint64_t>& groups_by_stages(const Family& family, GroupTables& known) const;
  /// Calls `use(index)` for each configuration of a group that breaks none of `rules`; `started` comes from
  /// start(). A broken rule skips all configurations that differ only in what it does not read. Of the
  /// configurations [first, end) alone.
  void visit_settings(Strategy& started, const std::vector<const Rule*>& rules,
                      const std::function<void(std::uint64_t)>& use, std::uint64_t first = 0,
                      std::uint64_t end = ~std::uint64_t{0}) const;
  /// Calls `use(index, alike)` for one of each `alike` settings that agree in all fields of `mask`.
  void visit_projection(std::uint32_t mask,
                        const std::function<void(std::uint64_t, std::uint64_t)>& use) const;
  /// The part of a configuration's index that rules reading `mask` can tell apart.
  Projection projection(std::uint32_t mask) const;
  /// The configurations of a group that differ from one in one field.
  std::vector<std::uint64_t> next_to(std::uint64_t index) const;
  /// Configurations of one group.
  std::uint64_t per_group() const { return m_per_group; }
  std::uint64_t total() const { return m_per_group * m_group_count; }
  /// Sets what all configurations of a group share: replicas, pool and tensor parallelism of each stage.
  void start(const Group& group, Strategy& out) const;
  /// Sets `out` to one stage on each pool of a family: all that rules and the cost of a layer see of it.
  void start_family(const Family& family, Strategy& out) const;
  /// Configuration `index` of the group that `out` was started with; may be called again and again.
  void choose(std::uint64_t index, Strategy& out) const;
  /// Two fields of a configuration alone.
  int zero_stage(std::uint64_t index) const { return m_zero[index / m_recompute.size() % m_zero.size()]; }
  Recompute recompute(std::uint64_t index) const { return m_recompute[index % m_recompute.size()]; }
  /// Does start() and choose() in one. `sharding_group` is 1 without ZeRO, and 0 where hybrid sharding would
  /// change nothing: a rule rejects that.
  void configuration(const Group& group, std::uint64_t index, Strategy& out) const;
  /// Ways to deal the layers over the stages, summed over all configurations (rounded above 2^53).
  double layer_splits() const { return m_layer_splits; }

 private:
  /// Every choice of stages and tensor parallelism for the pools, before their order; false from `use` ends
  /// it.
  using Combination =
      std::function<bool(const std::vector<Group::Use>& uses, int data_parallel, int context_parallel)>;
  void combine(const Combination& use) const;
  bool count_groups(const Ended& ended);
  std::vector<std::uint64_t> count_degrees(int data, int context) const;
  bool counts_fit() const;
  std::vector<std::uint64_t> stages_reached(int data, int context) const;
  int sharding_group(int chosen, const Strategy& strategy) const;
  void choose_inside(std::uint64_t index, Strategy& out) const;
  /// One dimension of a configuration's index: how many values it has, and which field it sets.
  struct Dimension {
    std::uint64_t size = 1, stride = 1;
    std::uint32_t field = 0;
  };

  const Problem& m_problem;
  bool m_whole = true, m_counted = true;
  std::vector<Degrees> m_degrees;  ///< those with groups
  std::uint64_t m_group_count = 0;
  double m_layer_splits = 0.0;
  std::vector<int> m_tensor, m_context, m_data, m_expert, m_expert_tensor, m_micro, m_virtual, m_zero,
      m_pipeline;
  std::vector<Recompute> m_recompute;
  std::vector<Schedule> m_schedule;
  bool m_beyond_domain = false;  ///< tensor parallelism may leave the scale-up domain
  std::vector<int> m_sequence, m_grad, m_param, m_overlap, m_offload, m_activations;
  std::vector<int> m_sharding;  ///< ranks, or one of the two below
  static constexpr int kAllReplicas = 0, kInsideDomain = -1;
  std::vector<Dimension> m_dimensions;  ///< fastest first
  std::uint64_t m_per_group = 1;
  std::uint64_t m_param_stride = 1, m_sharding_stride = 1;  ///< of two dimensions
};

}  // namespace astrolabe::strategy
