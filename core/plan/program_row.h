#pragma once
// A program's row in the ranking of strategies.

#include "core/plan/program_report.h"

namespace astrolabe::plan {

/// Sets `evaluation`, `timeline` and `violation` of a report whose program fits. `used`: the part of the
/// problem's cluster that it spans.
void add_row(const strategy::Problem& problem, const hardware::Cluster& used, ProgramReport& report);

}  // namespace astrolabe::plan
