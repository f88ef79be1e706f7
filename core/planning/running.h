#pragma once
// The layout that the job says is running, of any kind that plans keep, and what to do with it.

#include <vector>

#include "core/planning/layout.h"
#include "core/planning/option.h"
#include "core/planning/question.h"
#include "core/replan/replan.h"

namespace astrolabe::planning {

/// The layout that runs. Errors, below "job.running": those of its kind; those of hardware::read_placement()
/// for `placed_on`, out_of_range where that has fewer GPUs of a pool than the layout uses, and missing_key
/// where it names several pools for a strategy without stages, which stands on the one that it names;
/// impossible_strategy where it breaks a rule or needs more memory than there is with nothing marked; of a
/// program, which stands in a whole row of an answer, those of read_program_row().
Result<LayoutPtr> running_layout(const strategy::Problem& problem);

/// Whether a layout as it was written (`json`) is predicted on the GPUs that its `placed_on` names; true
/// where it names none, and of a question that no kind beside pipelines answers. Errors: those of
/// running_layout() for `placed_on`, at its place in `json`.
Result<bool> stands_as_written(const Question& question, const Json& json, const Option& predicted);

/// The strategy that it is, or that its pipelines come from; null of another kind.
const strategy::Strategy* strategy_of(const LayoutPtr& running);

/// A layout as the job says that it runs: as plans keep it, with the GPUs that it stands on of pools that it
/// uses in part (`placed_on`), those on which it ranks for `objective`; a program as its row of an answer.
/// Precondition: plans keep its kind, or it is a program with its report.
Json running_json(const strategy::Problem& problem, const LayoutPtr& layout, strategy::Objective objective);

/// Every way to go on, see replan::replan(). What runs stands where the job says (`placed_on`). Where it does
/// not say, a strategy stands where it ranks: on the fastest nodes, and on the first ones of a pool where
/// these take a spare, which has not come in yet. Groups, shares, widths and programs stand on the fastest
/// GPUs that hold them. These count as slow as the slowest of their GPUs, and are kept, dealt out anew over
/// them or over fewer (a program is not), or started anew; where GPUs that they need have failed, that alone,
/// as what they held is in a checkpoint only. `fresh` that is the running layout itself is left out where
/// that goes on. Errors: those of its planner. Precondition: running_layout() gave `running`.
Result<replan::Answer> replan(const strategy::Problem& problem, const LayoutPtr& running,
                              const std::vector<replan::Fresh>& fresh = {});

/// The GPUs that what_if() tells about, in their order: those that a strategy stands on; none of other kinds.
/// Precondition: as of replan().
std::vector<replan::GpuId> gpus_of_curves(const strategy::Problem& problem, const LayoutPtr& running);

/// What would be if one GPU were that slow, see replan::what_if(). Errors: its own; out_of_range for a layout
/// that is no strategy.
Result<replan::Curve> what_if(const strategy::Problem& problem, const LayoutPtr& running,
                              const replan::GpuId& gpu);

}  // namespace astrolabe::planning
