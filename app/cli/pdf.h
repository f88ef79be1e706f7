#pragma once

#include <string>

#include "app/cli/inputs.h"
#include "core/plan/snapshot.h"

namespace astrolabe::cli {

/// Languages that reports are written in, English first.
const std::vector<std::string>& reportLanguages();
/// Writes the report of a finished search; works without a display. Errors: those of ui::writeReport.
Result<void> writePdf(const Question& question, const plan::Snapshot& snapshot, std::uint64_t seed,
                      const std::string& path, const std::string& language = "en");

}  // namespace astrolabe::cli
