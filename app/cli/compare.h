#pragma once

#include <optional>

#include "app/cli/inputs.h"
#include "app/cli/report_run.h"
#include "ui/render/report.h"

namespace astrolabe::cli {

/// The scenarios of a saved plan beside the one that was asked, as a report shows them.
struct ComparedScenarios {
  std::optional<ui::ReportAddition> section;
  bool stopped_early = false;  ///< one of the searches was, so perhaps there are better answers
};

/// The section of a report that compares the scenarios of a saved plan, where it is wanted and there are
/// several: those of which nothing is known are searched as the question was, in what `run` leaves of the
/// time. `shown`: what was found for the question itself.
ComparedScenarios comparisonOf(const Question& question, const plan::Snapshot& shown,
                               const ui::ReportSettings& settings, const ReportRun& run);

}  // namespace astrolabe::cli
