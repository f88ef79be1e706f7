#pragma once
// The step of a strategy as its ranks stand on nodes of which something is slow.

#include <memory>
#include <optional>
#include <vector>

#include "core/base/units.h"
#include "core/cost/tables.h"
#include "core/replan/layout.h"
#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::replan {

/// A search costs a strategy with every GPU in use of a pool as slow as the slowest of them
/// (hardware::factor_of()): its tables hold one factor a pool. Here ranks stand on the fastest nodes that
/// hold the strategy, node by node in the order of stages, replicas and tensor parallelism; a slow GPU slows
/// its own stage of its own replica, and the reductions that wait for it. That is what Kind::keep tells of a
/// layout that runs on those nodes. `problem` outlives this and has the marks of its pools.
class PlacedSteps {
 public:
  explicit PlacedSteps(const strategy::Problem& problem);
  PlacedSteps(PlacedSteps&&) noexcept;
  ~PlacedSteps();

  /// Seconds of a step. None where no GPU in use is slow; where whole nodes without a failed GPU do not hold
  /// the strategy; where it moves state of the optimizer or offloads activations. Precondition: it fits the
  /// problem.
  std::optional<Seconds> of(const strategy::Strategy& strategy);

 private:
  std::vector<int> fastest_nodes(std::size_t pool, int gpus, bool& slow) const;

  const hardware::Cluster& m_marked;
  strategy::Problem m_healthy;
  std::unique_ptr<Health> m_health;        ///< made when first asked for
  std::unique_ptr<cost::Tables> m_tables;  ///< with nothing marked, the same
};

}  // namespace astrolabe::replan
