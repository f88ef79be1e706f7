#pragma once
// What to do when what runs are pipelines that are named one by one: the answer as for a strategy.

#include <vector>

#include "core/replan/replan.h"

namespace astrolabe::replan {

/// Pipelines that run, as read_pipelines() reads them. Errors: its own; impossible_strategy where a stage
/// needs more memory than there is with nothing marked.
Result<Plan> running_pipelines(const strategy::Problem& problem, const Json& layout);

/// What of `before` is another in `after`, which is not the same: GPUs that stood idle (spare), GPUs that no
/// longer work (drop), groups, layers of the groups, or micro-batches alone.
Kind change_of(const std::vector<Pipeline>& before, const std::vector<Pipeline>& after);
/// Equal stages on the same GPUs with as many micro-batches, in any order of pipelines and ranks.
bool same_pipelines(const std::vector<Pipeline>& a, const std::vector<Pipeline>& b);

/// Every way to go on from pipelines that run, which fits into memory: as they are; with their micro-batches
/// dealt anew, all or those that work; and every plan for the strategy that they come from, as its GPUs are
/// marked now. Of each kind of change the fastest; bytes and seconds to move are from the pipelines. Errors:
/// those of predict() but for failed GPUs. For each of `fresh` the plan to start it.
Result<Answer> replan(const strategy::Problem& problem, const Plan& running,
                      const std::vector<Fresh>& fresh = {});

}  // namespace astrolabe::replan
