#pragma once
// YAML in blocks: objects, lists and scalars; texts that are no plain word stand in double quotes, as JSON has
// them.

#include <string>

#include "core/base/json.h"
#include "core/exports/engine_arguments.h"

namespace astrolabe::exports {

/// An object or a list as a YAML document, indented by `depth` steps of two spaces.
std::string yaml_text(const Json& json, std::size_t depth = 0);
/// Settings whose names are parted by dots as an object: "kv_cache_config.dtype".
Json nested_settings(const EngineSettings& settings);

}  // namespace astrolabe::exports
