#pragma once
// Files that a placement of post-training can be written into.

#include <vector>

#include "core/planning/planner.h"

namespace astrolabe::planning {

/// Its row as CSV and JSON, an iteration as Trace Event JSON, the starts of verl and OpenRLHF. Errors of
/// each: out_of_range with what a framework has no setting for.
std::vector<Export> post_training_exports();

}  // namespace astrolabe::planning
