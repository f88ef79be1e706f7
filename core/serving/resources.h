#pragma once
// The data files that are compiled in: resources/serving and resources/engines.

#include <string_view>

#include "core/base/json.h"

namespace astrolabe::serving {

/// A file of resources/serving by its name without ending; null where there is none.
Json resource(std::string_view name);
/// A file of resources/engines; null where there is none.
Json engine_resource(std::string_view name);
/// The configuration of a model that is known for its served runs; empty where there is none. Names are ids
/// of the hub, in lower case, without their owner.
std::string_view served_model(std::string_view name);
/// The table of published serving runs (CSV): resources/measured/measured_serving.csv.
std::string_view built_in_serving_runs();

}  // namespace astrolabe::serving
