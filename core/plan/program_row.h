#pragma once
// A program's row in the ranking of strategies.

#include "core/plan/program_report.h"

namespace astrolabe::plan {

/// Sets `evaluation` and `timeline` of a report whose program fits.
void add_row(const strategy::Problem& problem, ProgramReport& report);

}  // namespace astrolabe::plan
