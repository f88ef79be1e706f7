#include "core/plan/row_placement.h"

namespace astrolabe::plan {

void add_placement(Json& row, const cost::Evaluation& evaluation, const strategy::Problem& problem) {
  if (!hardware::is_placed(evaluation.placement) || !row.contains("strategy") || !row["strategy"].is_object())
    return;
  row["strategy"]["placed_on"] = hardware::to_json(evaluation.placement, problem.cluster);
}

}  // namespace astrolabe::plan
