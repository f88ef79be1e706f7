#pragma once
// Trace Event JSON of what serves: an iteration of each group, and the life of a request.

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/deploy/fleet.h"

namespace astrolabe::exports {

/// One process for each group, named by its pool: a step that decodes, the same with a part of a prompt
/// (where there is one), each with its parts one behind the other and the host beside it, and a request from
/// its arrival to its last token with the times of the prediction. Microseconds; names of pools by place.
Json serving_trace(const deploy::Fleet& fleet, const std::vector<std::string>& pools);

}  // namespace astrolabe::exports
