#pragma once
// GPUs that stand idle and are paid for, in rows of answers.

#include "core/base/json.h"
#include "core/strategy/problem.h"

namespace astrolabe::plan {

/// `paid_gpus` of a row with what stands idle and is paid for, too: spare and failed nodes (cost::kept_gpus).
void add_kept(Json& row, const strategy::Problem& problem);

}  // namespace astrolabe::plan
