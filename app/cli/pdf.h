#pragma once

#include <string>

#include "app/cli/inputs.h"
#include "core/plan/snapshot.h"

namespace astrolabe::cli {

/// Writes the report of a finished search; works without a display. Errors: those of ui::writeReport.
Result<void> writePdf(const Question& question, const plan::Snapshot& snapshot, std::uint64_t seed,
                      const std::string& path);

}  // namespace astrolabe::cli
