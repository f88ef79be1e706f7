#pragma once
// The plans, of whatever kind, that no other is as fast and as cheap as: for answers, plots and reports.

#include <vector>

#include "core/plan/snapshot.h"
#include "core/planning/option.h"

namespace astrolabe::planning {

struct ParetoPlan {
  double tokens_per_second = 0.0, usd_per_trillion_tokens = 0.0;
  LayoutPtr layout;
  OptionPtr option;  ///< of another kind; null: a strategy, of which the search keeps no more
};

/// The Pareto set of the strategies that a search has kept and of `others`, options of other kinds, the
/// fastest first, so cheaper and cheaper. Plans without a price, and others that are not possible, are in
/// none. Of equal ones a strategy stands, then the one that compare() of layouts puts first. O(n log n).
std::vector<ParetoPlan> pareto_set(const plan::Snapshot& snapshot, const std::vector<OptionPtr>& others);

}  // namespace astrolabe::planning
