#include "core/cost/tables.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/cost/collective.h"
#include "core/cost/constants.h"

namespace astrolabe::cost {

Tables::Tables(const strategy::Problem& problem, KeptTables* kept, double state_held) : m_problem(problem) {
  KeptTables none;  // pools of one basis share their tables in any case
  for (const hardware::Pool& pool : problem.cluster.pools) {
    Device device = make_device(pool, problem.job.precision, coefficients_of(problem), problem.software);
    StackTraits stack = stack_traits(problem, device.low_precision);
    m_pools.push_back((kept != nullptr ? *kept : none).find(basis_of(problem, m_pools.size(), stack)));
    m_usable.push_back(device.peak > 0.0 && device.bandwidth > 0.0 && pool.gpu.memory.has_value());
    stack.state_held = state_held;  // no layer costs more or less for it: tables are kept whatever it is
    m_scenes.push_back({problem, std::move(device), stack});
  }
  const model::Graph& graph = *problem.graph;
  m_alike_from = std::max(0, static_cast<int>(graph.layers.size()) - 1);
  while (m_alike_from > 0 && graph.layers[static_cast<std::size_t>(m_alike_from) - 1] == graph.layers.back())
    --m_alike_from;
  m_before.assign(graph.classes.size(), std::vector<int>(graph.layers.size() + 1, 0));
  for (std::size_t k = 0; k < graph.classes.size(); ++k)
    for (std::size_t i = 0; i < graph.layers.size(); ++i)
      m_before[k][i + 1] = m_before[k][i] + (graph.layers[i] == static_cast<int>(k) ? 1 : 0);
}

bool fills_several_nodes(const hardware::Cluster& cluster, const strategy::Strategy& strategy, int pool) {
  int used = 0;
  for (const strategy::Stage& stage : strategy.stages)
    if (stage.pool == pool) used += stage.tensor_parallel * strategy.replicas();
  return used > cluster.pools[static_cast<std::size_t>(pool)].gpus_of_node();
}

bool always_fills_several_nodes(const hardware::Cluster& cluster, int pool) {
  const hardware::Pool& all = cluster.pools[static_cast<std::size_t>(pool)];
  return !cluster.may_leave_unused && all.max_gpus > all.gpus_of_node();
}

bool may_straddle(const Splitting& splitting, const hardware::Pool& pool) {
  const int tensor = splitting.tensor_parallel, shared = splitting.expert_tensor_parallel;
  const int expert_stride = splitting.expert_parallel * shared;
  const std::array<Group, 6> groups{
      {{tensor, 1, true},
       {splitting.context_parallel, tensor, true},
       {shared, 1, true},
       {splitting.expert_parallel, shared, true},
       {splitting.gathered_over, tensor, true},
       {std::max(1, splitting.gathered_over * tensor / expert_stride), expert_stride, true}}};
  return std::any_of(groups.begin(), groups.end(), [&](Group group) { return straddles(group, pool); });
}

Splitting in_nodes(Splitting splitting, const hardware::Cluster& cluster, bool several_nodes) {
  splitting.straddles =
      several_nodes && may_straddle(splitting, cluster.pools[static_cast<std::size_t>(splitting.pool)]);
  return splitting;
}

Splitting splitting_of(const strategy::Strategy& strategy, int pool, int tensor_parallel) {
  return {pool,
          tensor_parallel,
          strategy.context_parallel,
          strategy.expert_parallel,
          strategy.expert_tensor_parallel,
          strategy.micro_batch,
          strategy.sequence_parallel && tensor_parallel > 1,
          strategy.overlap_tensor_parallel && tensor_parallel > 1,
          strategy.zero_stage == 3 ? strategy.shards() : 1,
          strategy.offload_activations};
}

}  // namespace astrolabe::cost
