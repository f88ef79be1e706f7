#pragma once
// fit of serving: constants and forms of kernels from own runs and own inference kernels.

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/hardware/catalogue.h"

namespace astrolabe::cli {

/// A table that was read.
struct TableText {
  std::string file, text;
};

/// Whether one of the tables is of serving: of its runs or of kernels that only serving has.
bool hasServingTable(const std::vector<TableText>& tables);

/// Fits, writes to `out` what errs less than what is shipped (with `force` all), judged on `heldOut` where
/// that has rows, and tells. The exit status: NothingFits where nothing is written.
int fitServing(const std::vector<TableText>& tables, const std::vector<TableText>& heldOut,
               const std::string& out, bool force, const hardware::Catalogue& catalogue,
               const Common& common);

}  // namespace astrolabe::cli
