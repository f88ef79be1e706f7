#pragma once
// What runs of the kinds that count their GPUs and name none: groups, shares, widths, and programs of
// which a row is known. Where they stand, how long they take there, and how they go on.

#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/hardware/placement.h"
#include "core/planning/layout.h"
#include "core/replan/replan.h"
#include "core/strategy/problem.h"

namespace astrolabe::planning {

/// GPUs by pool of a layout as plans keep it.
std::vector<int> gpus_written(const Json& layout, const strategy::Problem& problem);

/// The GPUs of each pool that a layout of so many stands on: those that are named; else of what searches of
/// other kinds than strategies take, where it takes all of that, and of parts that it fills evenly. Nothing
/// of a pool that has not so many that work.
hardware::Placement counted_placement(const strategy::Problem& problem, const std::vector<int>& gpus,
                                      hardware::Placement named = {});

/// A layout as plans keep it, read and judged on just its GPUs with nothing marked. Errors: those of its
/// kind; impossible_strategy where it breaks a rule.
Result<LayoutPtr> counted_layout(const strategy::Problem& problem, const Json& written,
                                 const hardware::Placement& named);

/// What to do with it: kept, dealt out anew over its GPUs or over fewer, each where that can be; a program of
/// a row is kept at the most that its step can take (WrittenProgram). Nothing is weighed yet. Errors: those
/// of its planner.
Result<replan::Answer> counted_ways(const strategy::Problem& problem, const LayoutPtr& running,
                                    hardware::Placement named);

}  // namespace astrolabe::planning
