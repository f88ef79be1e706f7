#pragma once
// Pipelines that use nothing slow, found before those that weigh what slow GPUs could still do.

#include <cstdint>
#include <optional>
#include <stop_token>

#include "core/replan/replan.h"

namespace astrolabe::planning {

/// What finding a plan may take, and took.
struct PlanWork {
  std::stop_token stop;   ///< asked for: no plan is found
  std::int64_t done = 0;  ///< replan::LaneShape::work(), by the clock of no machine
};

/// The fastest plan around the marks of `problem` for a layout, none where there is none. Precondition: the
/// layout fits `problem` with nothing marked.
std::optional<replan::Plan> fastest_around(const strategy::Problem& problem, const strategy::Strategy& base,
                                           PlanWork& work);

/// The fastest plan for that layout with all slow GPUs taken as failed: little is to be tried then. It is a
/// plan around the marks, too, in which the slow GPUs stand idle.
std::optional<replan::Plan> fastest_without_slow(const strategy::Problem& problem,
                                                 const strategy::Strategy& base, PlanWork& work);

}  // namespace astrolabe::planning
