#pragma once
// Where two pieces of JSON say different things.

#include <optional>
#include <string>

#include "core/base/json.h"

namespace astrolabe::verify {

/// The first place at which `told` is not what `made` is, as "pipelines[0].gpus is 7, not 8"; none where both
/// say the same. The order of keys says nothing; fractions may differ by `digits` of themselves.
std::optional<std::string> first_difference(const Json& told, const Json& made, double digits);

}  // namespace astrolabe::verify
