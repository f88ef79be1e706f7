#pragma once
// The layout that the job says is running, of any kind that plans keep, and what to do with it.

#include <vector>

#include "core/planning/layout.h"
#include "core/replan/replan.h"

namespace astrolabe::planning {

/// The layout that runs. Errors, below "job.running": those of its kind; impossible_strategy where it breaks
/// a rule or needs more memory than there is with nothing marked; of a kind that keeps no layouts what could
/// run in its place.
Result<LayoutPtr> running_layout(const strategy::Problem& problem);

/// The strategy that it is, or that its pipelines come from; null of another kind.
const strategy::Strategy* strategy_of(const LayoutPtr& running);

/// Every way to go on, see replan::replan(). Groups and shares name no GPU: what runs stands on the fastest
/// that hold it, all as slow as the slowest of these, and is kept, dealt out anew over them or over fewer, or
/// started anew; where GPUs that it needs have failed, that alone, as what they held is in a checkpoint only.
/// `fresh` that is the running layout itself is left out. Errors: those of its planner. Precondition:
/// running_layout() gave `running`.
Result<replan::Answer> replan(const strategy::Problem& problem, const LayoutPtr& running,
                              const std::vector<replan::Fresh>& fresh = {});

}  // namespace astrolabe::planning
