#pragma once

#include <optional>

#include "app/cli/inputs.h"
#include "core/engine.h"
#include "ui/render/report.h"

namespace astrolabe::cli {

/// The section of a report that compares the scenarios of a saved plan, where it is wanted and there are
/// several: those of which nothing is known are searched. `shown`: what was found for the question itself.
std::optional<ui::ReportAddition> comparisonOf(const Question& question, const plan::Snapshot& shown,
                                               const ui::ReportSettings& settings, std::uint64_t seed,
                                               const std::stop_token& stop);

}  // namespace astrolabe::cli
