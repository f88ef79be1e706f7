#pragma once
// Layouts as people write them: what a plan keeps, what an answer lists under "strategy", or a whole row of
// an answer.

#include <string>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/planning/option.h"
#include "core/planning/question.h"

namespace astrolabe::planning {

struct Written {
  Json layout;        ///< without its "kind" and "placed_on"
  std::string kind;   ///< a planner's id, or what the file says in its place
  std::string place;  ///< of the layout in what was read: "", or "strategy" of a row
  Json placement;     ///< the GPUs that it stands on (hardware::to_json()); null where it says none
};

/// Of a row the layout under "strategy". The kind is what "kind" says; where nothing says one that a planner
/// has, what the layout is written as (Planner::is_written()), else that of who leads the question.
Written written_layout(const Json& json, const Question& question);

/// evaluate() of a layout as it was written. A whole row of an answer is predicted on the nodes that it pays
/// (`paid_gpus`), where the strategy stands on those for some goal: else, as what is no row, for that of the
/// question. Errors: those of evaluate().
Result<Option> evaluate_written(const Question& question, const LayoutPtr& layout, const Json& written);

/// `error` of reading the layout, at its place in what was read.
Error placed(const Written& written, Error error);

/// The first of its "pipelines", or of the stages of that; null where there is none.
const Json* first_pipeline(const Json& json);
const Json* first_stage(const Json& json);

}  // namespace astrolabe::planning
