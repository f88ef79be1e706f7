#pragma once

#include "core/engine.h"

namespace astrolabe::cli {

/// Writes the step of `detail` as Trace Event JSON. Errors: those of write_file.
Result<void> writeTrace(const Detail& detail, const strategy::Problem& problem, const std::string& path);

}  // namespace astrolabe::cli
