#pragma once
// validate for tables of measured serving runs.

#include <string>

#include "app/cli/command.h"
#include "core/hardware/catalogue.h"

namespace astrolabe::cli {

/// Files of validate: the table, one line a figure, constants to be fitted and written, constants to predict
/// with; all but the table may be empty. `force`: constants are written also where they err more than those
/// shipped.
struct ServingFiles {
  std::string table, rows, fit, calibration;
  bool force = false;
};

/// Predicts the rows of `text`, the table. The exit status: NothingFits where constants are not written.
int validateServing(const std::string& text, const ServingFiles& files, const hardware::Catalogue& catalogue,
                    const Common& common);

}  // namespace astrolabe::cli
