#pragma once
// What a layer costs under each splitting, computed once for a problem.

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "core/cost/layer_cost.h"
#include "core/cost/stack.h"

namespace astrolabe::cost {

class RouteTable;

/// Cost tables of one problem: splittings are computed once and kept. Safe to use from several threads.
class Tables {
 public:
  explicit Tables(const strategy::Problem& problem);
  ~Tables();
  const strategy::Problem& problem() const { return m_problem; }
  const Device& device(int pool) const { return m_devices[static_cast<std::size_t>(pool)]; }
  /// True when the pool's GPU has a rate for the job's precision and a known memory and bandwidth.
  bool usable(int pool) const { return m_usable[static_cast<std::size_t>(pool)]; }
  const StackTraits& stack(int pool) const { return m_stacks[static_cast<std::size_t>(pool)]; }
  const SplitCost& split(const Splitting& splitting);
  RouteTable& routes() const { return *m_routes; }
  /// Layers of `layer_class` among the first `layers` layers.
  int count_before(int layer_class, int layers) const {
    return m_before[static_cast<std::size_t>(layer_class)][static_cast<std::size_t>(layers)];
  }
  /// First layer of the last run of equal layers.
  int alike_from() const { return m_alike_from; }

 private:
  const strategy::Problem& m_problem;
  std::vector<Device> m_devices;
  std::vector<StackTraits> m_stacks;
  std::vector<bool> m_usable;
  std::vector<std::vector<int>> m_before;
  int m_alike_from = 0;
  using Splits = std::unordered_map<Splitting, std::unique_ptr<const SplitCost>, SplittingHash>;
  static constexpr std::size_t kSlots = 8192;
  const SplitWork& work(Splitting splitting);
  const DenseWork& dense(Splitting splitting);

  std::mutex m_mutex;  ///< of m_splits, m_works and m_dense
  Splits m_splits;
  /// Of splittings without offload and gathers.
  std::unordered_map<Splitting, std::unique_ptr<const SplitWork>, SplittingHash> m_works;
  /// Of those without experts and overlap.
  std::unordered_map<Splitting, std::unique_ptr<const DenseWork>, SplittingHash> m_dense;
  /// Some of them, by a hash of the splitting: found without a lock.
  std::array<std::atomic<const Splits::value_type*>, kSlots> m_slots{};
  std::unique_ptr<RouteTable> m_routes;
};

/// The splitting of the layers on `pool` with `tensor_parallel`, under everything else that `strategy` says.
Splitting splitting_of(const strategy::Strategy& strategy, int pool, int tensor_parallel);

}  // namespace astrolabe::cost
