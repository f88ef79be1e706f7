#include "core/cost/tables.h"

#include <algorithm>

#include "core/cost/constants.h"
#include "core/cost/routes.h"

namespace astrolabe::cost {

Tables::Tables(const strategy::Problem& problem)
    : m_problem(problem), m_routes(std::make_unique<RouteTable>()) {
  for (const hardware::Pool& pool : problem.cluster.pools) {
    m_devices.push_back(make_device(pool, problem.job.precision, coefficients_of(problem), problem.software));
    m_stacks.push_back(stack_traits(problem, m_devices.back().low_precision));
    m_usable.push_back(m_devices.back().peak > 0.0 && m_devices.back().bandwidth > 0.0 &&
                       pool.gpu.memory.has_value());
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

Tables::~Tables() = default;

const SplitCost& Tables::split(const Splitting& splitting) {
  std::atomic<const Splits::value_type*>& slot = m_slots[SplittingHash()(splitting) % kSlots];
  const Splits::value_type* known = slot.load(std::memory_order_acquire);
  if (known != nullptr && known->first == splitting) return *known->second;
  {
    const std::lock_guard lock(m_mutex);
    const auto found = m_splits.find(splitting);
    if (found != m_splits.end()) {
      slot.store(&*found, std::memory_order_release);
      return *found->second;
    }
  }
  Splitting held = splitting;
  held.offload_activations = false;
  auto cost = std::make_unique<const SplitCost>(
      splitting.offload_activations
          ? with_offloaded_activations(device(splitting.pool), split(held))
          : split_cost(m_problem, device(splitting.pool), stack(splitting.pool), splitting, work(splitting)));
  const std::lock_guard lock(m_mutex);
  const auto made = m_splits.emplace(splitting, std::move(cost)).first;
  slot.store(&*made, std::memory_order_release);
  return *made->second;
}

const SplitWork& Tables::work(Splitting splitting) {
  splitting.gathered_over = 1;
  splitting.offload_activations = false;
  {
    const std::lock_guard lock(m_mutex);
    const auto found = m_works.find(splitting);
    if (found != m_works.end()) return *found->second;
  }
  auto made = std::make_unique<const SplitWork>(
      split_work(m_problem, device(splitting.pool), stack(splitting.pool), splitting, dense(splitting)));
  const std::lock_guard lock(m_mutex);
  return *m_works.emplace(splitting, std::move(made)).first->second;
}

const DenseWork& Tables::dense(Splitting splitting) {
  splitting.expert_parallel = splitting.expert_tensor_parallel = 1;
  splitting.overlap_tensor_parallel = false;
  {
    const std::lock_guard lock(m_mutex);
    const auto found = m_dense.find(splitting);
    if (found != m_dense.end()) return *found->second;
  }
  auto made = std::make_unique<const DenseWork>(
      dense_work(m_problem, device(splitting.pool), stack(splitting.pool), splitting));
  const std::lock_guard lock(m_mutex);
  return *m_dense.emplace(splitting, std::move(made)).first->second;
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
