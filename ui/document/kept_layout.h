#pragma once
// Layouts as a plan keeps them: JSON that names their kind, pools by id.

#include <string>

#include "core/planning/planner.h"

namespace astrolabe::ui {

/// Reads one against a question. Errors: not JSON, pools or layers that the question does not have, a kind
/// that nobody has.
Result<planning::LayoutPtr> keptLayout(const std::string& json, const planning::Question& question);
/// The text by which a plan keeps it.
std::string keptText(const planning::LayoutPtr& layout, const strategy::Problem& problem);

}  // namespace astrolabe::ui
