#pragma once
// How much worse one option is than another in what is looked for.

#include <optional>

#include "core/planning/option.h"
#include "core/strategy/problem.h"

namespace astrolabe::planning {

/// As a share of the figure of `best`: of tokens/s (layouts that serve, unless money or GPUs are looked for)
/// what `given` lacks, of seconds, cost and GPUs what it takes more. Below 0: `given` is the better one. None
/// where a figure of either is not known.
std::optional<double> behind(const Option& best, const Option& given, strategy::Objective objective);

}  // namespace astrolabe::planning
