#pragma once
// What a step takes where slow GPUs are marked: the figure that strategies are weighed by beside the ranking.

#include <algorithm>
#include <vector>

#include "core/cost/evaluation.h"

namespace astrolabe::plan {

/// Seconds of a step as its ranks stand on the nodes, where that is known; else as the ranking counts it,
/// with every GPU in use as slow as the slowest of its pool.
inline double step_as_placed(const cost::Evaluation& row) { return row.placed_step.value_or(row.step).value; }

/// The row with the shortest step_as_placed(), of equals the first. Precondition: there is one.
inline const cost::Evaluation& fastest_as_placed(const std::vector<cost::Evaluation>& rows) {
  return *std::min_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return step_as_placed(a) < step_as_placed(b);
  });
}

}  // namespace astrolabe::plan
