#pragma once
// How a pipeline's layers lie on its stages, as arguments write it.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/json.h"

namespace astrolabe::runtimes {

inline constexpr std::int64_t kMostLayers = 100'000;  ///< of what an argument may name

/// Layers of the chunks in the order of the model: "et*4|t*5|t*3l", or with every layer written out; nothing
/// of another text.
std::optional<std::vector<int>> chunks_of_layout(std::string_view text);
/// Layers of the chunks in the order of the model, each a list of its modules, where layers are called
/// layers.0 and so on; nothing of another value.
std::optional<std::vector<int>> chunks_of_parts(const Json& parts);
/// Layers of the stages, as the schedule of that name deals the chunks out; empty where it cannot.
std::vector<int> layers_of(const std::vector<int>& chunks, std::int64_t stages, std::string_view schedule);

}  // namespace astrolabe::runtimes
