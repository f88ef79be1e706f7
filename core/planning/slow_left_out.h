#pragma once
// Pipelines that use nothing slow, found before those that weigh what slow GPUs could still do.

#include <optional>

#include "core/replan/replan.h"

namespace astrolabe::planning {

/// The fastest plan around the marks of `problem` for a layout of it with nothing marked; none where there is
/// none.
std::optional<replan::Plan> fastest_around(const strategy::Problem& problem, const strategy::Strategy& base);

/// The fastest plan for that layout with all slow GPUs taken as failed: little is to be tried then. It is a
/// plan around the marks, too, in which the slow GPUs stand idle.
std::optional<replan::Plan> fastest_without_slow(const strategy::Problem& problem,
                                                 const strategy::Strategy& base);

}  // namespace astrolabe::planning
