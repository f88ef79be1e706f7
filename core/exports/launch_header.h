#pragma once
// What stands at the head of a launch file of a plan's strategy.

#include <string>

#include "core/cost/evaluation.h"
#include "core/exports/launch.h"

namespace astrolabe::exports {

/// The header of the file of `strategy` ("#1") of the plan of that name, written by a program of that
/// version. The checkpoint interval of its outcome is rounded to whole steps, one at least.
LaunchHeader launch_header(const std::string& plan, const std::string& strategy, const std::string& version,
                           const cost::Evaluation& evaluation);

}  // namespace astrolabe::exports
