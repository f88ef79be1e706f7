#pragma once

#include <string>

#include "core/planning/option.h"

namespace astrolabe::cli {

/// Writes the step of `option` as Trace Event JSON. Errors: those of write_file.
Result<void> writeTrace(const planning::Option& option, const strategy::Problem& problem,
                        const std::string& path);

}  // namespace astrolabe::cli
