#pragma once
// What a layer costs under each splitting, computed once for a problem.

#include <memory>
#include <vector>

#include "core/cost/pool_tables.h"

namespace astrolabe::cost {

/// Cost tables of one problem: splittings are computed once and kept. Safe to use from several threads.
class Tables {
 public:
  /// `kept`: where tables of earlier problems are looked for and these are left. `state_held`: see
  /// StackTraits; below 1 memory is no more than that of any placement of the rest.
  explicit Tables(const strategy::Problem& problem, KeptTables* kept = nullptr, double state_held = 1.0);
  const strategy::Problem& problem() const { return m_problem; }
  const Device& device(int pool) const { return m_scenes[static_cast<std::size_t>(pool)].device; }
  /// True when the pool's GPU has a rate for the job's precision and a known memory and bandwidth.
  bool usable(int pool) const { return m_usable[static_cast<std::size_t>(pool)]; }
  const StackTraits& stack(int pool) const { return m_scenes[static_cast<std::size_t>(pool)].stack; }
  const SplitCost& split(const Splitting& splitting) const {
    const auto pool = static_cast<std::size_t>(splitting.pool);
    return m_pools[pool]->split(m_scenes[pool], splitting);
  }
  /// What its seconds are made of.
  const SplitParts& parts(const Splitting& splitting) const {
    const auto pool = static_cast<std::size_t>(splitting.pool);
    return m_pools[pool]->parts(m_scenes[pool], splitting);
  }
  RouteTable& routes(int pool) const { return m_pools[static_cast<std::size_t>(pool)]->routes(); }
  /// Layers of `layer_class` among the first `layers` layers.
  int count_before(int layer_class, int layers) const {
    return m_before[static_cast<std::size_t>(layer_class)][static_cast<std::size_t>(layers)];
  }
  /// First layer of the last run of equal layers.
  int alike_from() const { return m_alike_from; }

 private:
  const strategy::Problem& m_problem;
  std::vector<PoolScene> m_scenes;
  std::vector<std::shared_ptr<PoolTables>> m_pools;  ///< pools of one basis share them
  std::vector<bool> m_usable;
  std::vector<std::vector<int>> m_before;
  int m_alike_from = 0;
};

/// True where the ranks of a strategy on a pool fill more than one node.
bool fills_several_nodes(const hardware::Cluster& cluster, const strategy::Strategy& strategy, int pool);
/// True where those of every strategy do: all GPUs have to be used.
bool always_fills_several_nodes(const hardware::Cluster& cluster, int pool);
/// Whether groups of a splitting lie in two nodes, one of which could hold them, once its ranks fill several.
bool may_straddle(const Splitting& splitting, const hardware::Pool& pool);
/// The splitting where its ranks fill several nodes, or not.
Splitting in_nodes(Splitting splitting, const hardware::Cluster& cluster, bool several_nodes);

/// The splitting of the layers on `pool` with `tensor_parallel`, under everything else that `strategy` says.
Splitting splitting_of(const strategy::Strategy& strategy, int pool, int tensor_parallel);

}  // namespace astrolabe::cost
