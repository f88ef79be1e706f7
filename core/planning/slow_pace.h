#pragma once
// What is proven where a search takes each pool at the pace of its slowest GPU: fewer GPUs without the slow
// ones may be better, and nothing is better than the best of the question with nothing marked.

#include <algorithm>
#include <utility>

#include "core/base/units.h"
#include "core/hardware/usable_gpus.h"
#include "core/planning/planner.h"
#include "core/strategy/problem.h"

namespace astrolabe::planning {

/// Whether a GPU or a node is marked slow.
inline bool has_slow(const strategy::Problem& problem) {
  const auto& pools = problem.cluster.pools;
  return std::any_of(pools.begin(), pools.end(),
                     [](const hardware::Pool& pool) { return !pool.slow.empty(); });
}

/// The question as if nothing were slow, failed or spare.
inline strategy::Problem with_nothing_marked(strategy::Problem problem) {
  problem.cluster = hardware::without_marks(std::move(problem.cluster));
  return problem;
}

/// Whether a search to its end is proven best no further than with each pool at that pace.
inline bool is_paced(const Found& found) {
  return found.status == plan::Status::feasible && !found.stopped_early && found.question &&
         has_slow(found.question->problem);
}

/// What is known of a value that is to be small, where no other falls below `least`. A value below it tells
/// that `least` is of another space: nothing is known. The gap is 1 then.
inline Proof proof_above(double value, double least) {
  constexpr double kSame = 1e-9;
  if (!(least > 0.0) || !(value >= least * (1.0 - kSame)) || !(value < kBeyond)) return {false, 1.0};
  const double gap = std::max(0.0, 1.0 - least / value);
  return gap <= kSame ? Proof{true, 0.0} : Proof{false, gap};
}

}  // namespace astrolabe::planning
