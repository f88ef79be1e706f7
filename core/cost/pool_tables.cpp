#include "core/cost/pool_tables.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

#include "core/base/parallel.h"

namespace astrolabe::cost {

bool PoolBasis::operator==(const PoolBasis& other) const {
  const auto all = [](const PoolBasis& b) {
    return std::tie(b.gpu, b.gpus_per_node, b.used_of_node, b.scale_up_domain, b.intra_node, b.inter_node,
                    b.relative_speed, b.sustained_clock, b.gpu_power, b.precision, b.sequence_length,
                    b.flash_attention, b.expert_imbalance, b.tuning, b.software, b.coefficients, b.stack);
  };
  return all(*this) == all(other) && (graph == other.graph || *graph == *other.graph);
}

PoolBasis basis_of(const strategy::Problem& problem, std::size_t at, const StackTraits& stack) {
  const hardware::Pool& pool = problem.cluster.pools[at];
  PoolBasis basis;
  basis.graph = problem.graph;
  basis.gpu = pool.gpu;
  basis.gpus_per_node = pool.gpus_per_node;
  basis.used_of_node = pool.used_of_node;
  basis.scale_up_domain = pool.scale_up_domain;
  basis.intra_node = pool.intra_node;
  basis.inter_node = pool.inter_node;
  basis.relative_speed = pool.relative_speed;
  basis.sustained_clock = pool.sustained_clock;
  basis.gpu_power = pool.gpu_power;
  basis.precision = problem.job.precision;
  basis.sequence_length = problem.job.sequence_length;
  basis.flash_attention = problem.job.flash_attention;
  basis.expert_imbalance = problem.job.expert_imbalance;
  basis.tuning = problem.job.tuning;
  basis.software = problem.software;
  basis.coefficients = coefficients_of(problem);
  basis.stack = stack;
  return basis;
}

std::size_t PoolTables::AlikeHash::operator()(const Splitting& splitting) const {
  std::uint64_t hash = (splitting.sequence_parallel ? 1U : 0U) +
                       (splitting.overlap_tensor_parallel ? 2U : 0U) +
                       (splitting.offload_activations ? 4U : 0U) + (splitting.straddles ? 8U : 0U);
  for (const int part : {splitting.tensor_parallel, splitting.context_parallel, splitting.expert_parallel,
                         splitting.expert_tensor_parallel, splitting.micro_batch, splitting.gathered_over})
    hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9E3779B97F4A7C15U;
  return hash >> 24U;
}

bool PoolTables::Alike::operator()(const Splitting& a, Splitting b) const {
  b.pool = a.pool;
  return a == b;
}

const SplitCost& PoolTables::split(const PoolScene& scene, const Splitting& splitting) {
  auto& slot = m_slots[AlikeHash()(splitting) % kSlots];
  const auto* known = slot.load(std::memory_order_acquire);
  if (known != nullptr && Alike()(known->first, splitting)) return known->second;
  const auto& made = m_splits.find(splitting, [&] {
    Splitting held = splitting;
    held.offload_activations = false;
    return splitting.offload_activations ? with_offloaded_activations(scene.device, split(scene, held))
                                         : split_cost(scene, splitting, work(scene, splitting));
  });
  slot.store(&made, std::memory_order_release);
  return made.second;
}

const SplitParts& PoolTables::parts(const PoolScene& scene, const Splitting& splitting) {
  const auto make = [&] { return split_parts(scene, splitting, work(scene, splitting)); };
  return m_parts.find(splitting, make).second;
}

const SplitWork& PoolTables::work(const PoolScene& scene, Splitting splitting) {
  splitting.gathered_over = 1;
  splitting.offload_activations = false;
  const auto make = [&] { return split_work(scene, splitting, dense(scene, splitting)); };
  return m_works.find(splitting, make).second;
}

const DenseWork& PoolTables::dense(const PoolScene& scene, Splitting splitting) {
  splitting.expert_parallel = splitting.expert_tensor_parallel = 1;
  splitting.overlap_tensor_parallel = splitting.straddles = false;
  return m_dense.find(splitting, [&] { return dense_work(scene, splitting); }).second;
}

void PoolTables::forget(std::size_t part) {
  static_assert(kParts == Kept<SplitCost>::kParts);
  m_splits.forget(part);
  m_parts.forget(part);
  m_works.forget(part);
  m_dense.forget(part);
}

void KeptTables::forget(int workers) {
  const std::lock_guard lock(m_mutex);
  parallel_for(m_known.size() * PoolTables::kParts, workers, {}, [&](std::size_t at, int) {
    const std::shared_ptr<PoolTables>& tables = m_known[at / PoolTables::kParts].tables;
    if (tables.use_count() == 1) tables->forget(at % PoolTables::kParts);
  });
  m_known.clear();
}

std::shared_ptr<PoolTables> KeptTables::find(const PoolBasis& basis) {
  const std::lock_guard lock(m_mutex);
  const auto known =
      std::find_if(m_known.begin(), m_known.end(), [&](const Known& one) { return one.basis == basis; });
  if (known != m_known.end()) {
    std::rotate(m_known.begin(), known, known + 1);
    return m_known.front().tables;
  }
  if (m_known.size() == kMost) m_known.pop_back();
  m_known.push_front({basis, std::make_shared<PoolTables>()});
  return m_known.front().tables;
}

}  // namespace astrolabe::cost
