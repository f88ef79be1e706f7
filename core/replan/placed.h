#pragma once
// The step of a strategy as its ranks stand on nodes of which something is slow.

#include <optional>

#include "core/base/units.h"
#include "core/cost/slowed_tables.h"
#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::replan {

/// A search costs a strategy with every GPU in use of a pool as slow as the slowest of them
/// (hardware::slowness_of()): its tables hold one pace a pool. Here ranks stand on the fastest GPUs that the
/// choice of nodes of `problem` has for the strategy (hardware::fastest_parts()), node by node in the order
/// of stages, replicas and tensor parallelism; a slow GPU slows its own stage of its own replica, and what
/// waits for it. That is what Kind::keep tells of a layout that runs on those nodes; the same formulas
/// (LaneShape) and never longer than the search's. `problem` outlives this.
class PlacedSteps {
 public:
  explicit PlacedSteps(const strategy::Problem& problem);

  /// Seconds of a step. None where no GPU in use is slow, and where too few work. Precondition: it fits the
  /// problem.
  std::optional<Seconds> of(const strategy::Strategy& strategy);

 private:
  const strategy::Problem& m_problem;
  cost::SlowedTables m_tables;
};

}  // namespace astrolabe::replan
