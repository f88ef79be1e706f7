#pragma once
// validate for tables of measured serving runs.

#include <string>

#include "app/cli/command.h"
#include "core/hardware/catalogue.h"

namespace astrolabe::cli {

/// Predicts the rows of `text`, the table at `path`; `rows`: file for one line a figure, or empty.
int validateServing(const std::string& text, const std::string& path, const std::string& rows,
                    const hardware::Catalogue& catalogue, const Common& common);

}  // namespace astrolabe::cli
