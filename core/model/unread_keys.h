#pragma once
#include <optional>
#include <set>
#include <string>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::model {

/// An error where `config` tells of experts, state spaces, linear attention or towers by keys that are not
/// among `read`: the model would be read as a smaller one. `by_keys`: nothing but the keys says what the
/// model is, so that what shapes it counts as well.
std::optional<Error> unread_part(const Json& config, const std::set<std::string>& read, bool by_keys);

}  // namespace astrolabe::model
