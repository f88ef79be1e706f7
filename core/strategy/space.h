#pragma once
// Every configuration of a problem: the strategy's discrete fields without the split of layers and the number
// of recomputed layers, which are solved inside each configuration.

#include <cstdint>
#include <functional>
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

class Space {
 public:
  explicit Space(const Problem& problem);

  /// Calls `use` with every group, in a fixed order, until it returns false. Groups are made on the way: a
  /// space may hold more of them than memory does.
  void visit(const std::function<bool(const Group&)>& use) const;
  std::uint64_t group_count() const { return m_group_count; }
  /// Configurations of one group.
  std::uint64_t per_group() const { return m_per_group; }
  std::uint64_t total() const { return m_per_group * m_group_count; }
  /// What all configurations of a group share: stages with pool and tensor parallelism (no layers), replicas.
  void start(const Group& group, Strategy& out) const;
  /// Configuration `index` of the group that `out` was started with; may be called again and again.
  void choose(std::uint64_t index, Strategy& out) const;
  /// Both in one.
  void configuration(const Group& group, std::uint64_t index, Strategy& out) const;
  /// Ways to deal the layers over the stages, summed over all configurations (rounded above 2^53).
  double layer_splits() const { return m_layer_splits; }

 private:
  /// Every choice of stages and tensor parallelism for the pools, before their order; false from `use` ends
  /// it.
  using Combination =
      std::function<bool(const std::vector<Group::Use>& uses, int data_parallel, int context_parallel)>;
  void combine(const Combination& use) const;

  const Problem& m_problem;
  std::uint64_t m_group_count = 0;
  double m_layer_splits = 0.0;
  std::vector<int> m_tensor, m_context, m_data, m_expert, m_expert_tensor, m_micro, m_virtual, m_zero,
      m_pipeline;
  std::vector<Recompute> m_recompute;
  std::vector<Schedule> m_schedule;
  std::vector<int> m_sequence, m_grad, m_param, m_overlap, m_offload;
  std::uint64_t m_per_group = 1;
};

}  // namespace astrolabe::strategy
