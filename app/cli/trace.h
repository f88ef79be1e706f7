#pragma once

#include <string>

#include "core/planning/option.h"

namespace astrolabe::cli {

/// The step of `option` as Trace Event JSON: what its planner exports as "trace", else its timeline.
Result<std::string> traceText(const planning::Option& option, const strategy::Problem& problem);
/// Writes the step of `option` as Trace Event JSON. Errors: those of write_file.
Result<void> writeTrace(const planning::Option& option, const strategy::Problem& problem,
                        const std::string& path);

}  // namespace astrolabe::cli
