#pragma once
// validate for tables of measured post-training steps.

#include <string>

#include "app/cli/command.h"
#include "core/hardware/catalogue.h"

namespace astrolabe::cli {

/// Files of validate: the table, one line a figure, constants to be fitted, which are refused; all but the
/// table may be empty.
struct PostTrainingFiles {
  std::string table, rows, fit;
};

/// Predicts the rows of `text`, the table.
int validatePostTraining(const std::string& text, const PostTrainingFiles& files,
                         const hardware::Catalogue& catalogue, const Common& common);

}  // namespace astrolabe::cli
