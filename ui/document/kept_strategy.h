#pragma once
// Strategies as a plan keeps them: JSON, pools by id.

#include <string>

#include "core/base/result.h"
#include "core/strategy/problem.h"

namespace astrolabe::ui {

/// Reads one against a question. Errors: not JSON, pools or layers that the question does not have.
Result<strategy::Strategy> keptStrategy(const std::string& json, const strategy::Problem& problem);

}  // namespace astrolabe::ui
