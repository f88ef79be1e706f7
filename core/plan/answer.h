#pragma once
// The JSON of `plan` and `evaluate` (interfaces, "Plan").

#include "core/base/json.h"
#include "core/plan/snapshot.h"

namespace astrolabe::plan {

Json answer_json(const Snapshot& snapshot);
Json to_json(const cost::Evaluation& evaluation, const std::vector<std::string>& pool_ids);
Json error_json(const Error& error);

}  // namespace astrolabe::plan
