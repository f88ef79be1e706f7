#pragma once
// The published runs that the program ships, and a measured run as a plan that one can open and change.

#include <string_view>

#include "core/calibration/measured_case.h"
#include "core/plan/plan_file.h"

namespace astrolabe::plan {

/// The table of resources/measured, as CSV.
std::string_view built_in_measured_runs();

/// The question of a measured run: its hardware, a configuration with its model's sizes, its layout as fixed
/// settings. What the row leaves open stays open to the search; the software is the newest, as in every plan.
Plan plan_of(const calibration::MeasuredCase& measured);
/// The question of the run `id` of a table. Errors: unknown_run, with the nearest ids; those of make_case().
Result<Plan> plan_of(const calibration::MeasuredTable& table, std::string_view id,
                     const hardware::Catalogue& catalogue);

}  // namespace astrolabe::plan
