#pragma once
// What is recommended: the best strategy, or a plan of another kind that ranks ahead of it. The one place for
// answers, reports and comparisons.

#include <vector>

#include "core/plan/snapshot.h"
#include "core/planning/option.h"

namespace astrolabe::planning {

/// The plan of another kind that is recommended: the first of those of `others` that are possible, where it
/// ranks ahead of the strategy `best` (null: none fits). Null where the strategy is recommended, or nothing
/// is.
OptionPtr recommended_beside(const cost::Evaluation* best, const std::vector<OptionPtr>& others,
                             strategy::Objective objective);

/// The answer with what is recommended first: `snapshot` where `beside` is null, else a copy whose first row
/// is that of `beside`, which has an answer where no strategy fits, too.
plan::SnapshotPtr with_recommended(const plan::SnapshotPtr& snapshot, const OptionPtr& beside);

/// with_recommended() with the bound that is known of the kind of `beside` in place of that of strategies;
/// none where nothing is proven of it.
plan::SnapshotPtr led_by(const plan::SnapshotPtr& snapshot, const OptionPtr& beside);

}  // namespace astrolabe::planning
