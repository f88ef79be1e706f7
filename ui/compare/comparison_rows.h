#pragma once
// The rows of a comparison: what is asked, the best result, what it costs, and its parts as bars.

#include <vector>

#include "core/hardware/catalogue.h"
#include "ui/compare/comparison.h"
#include "ui/compare/comparison_columns.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

/// What every kind of plan tells of each option, held against `baseline`. `trains`: one of the options does;
/// the others are told by their inputs and the decision alone.
std::vector<ComparedRow> comparedRows(std::vector<ComparedOption> options, const ComparedOption& baseline,
                                      const hardware::Catalogue& catalogue, const DecisionWords& decision,
                                      bool trains, const Theme& theme);

}  // namespace astrolabe::ui
