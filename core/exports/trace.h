#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/cost/timeline.h"

namespace astrolabe::exports {

/// Trace Event JSON: one named, ordered lane per stage and one for its transfers, `X` events in microseconds,
/// counters for memory. Opens in any trace viewer.
Json trace_json(const cost::Timeline& timeline, const std::vector<std::string>& stage_names);

}  // namespace astrolabe::exports
