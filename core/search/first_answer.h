#pragma once
// A first answer from a small part of the space, before the settings of the whole are laid out.

#include <optional>

#include "core/search/control.h"
#include "core/search/search.h"

namespace astrolabe::search {

/// Some strategy that fits and keeps the limits, with one chunk a stage under 1F1B, nothing in host memory
/// and experts that no ranks share, unless the job names these itself; nothing where a short look finds none.
/// It is a strategy of the whole space as well, so that people see it at once; nothing is cut by it. `tables`
/// are those of `problem`.
std::optional<cost::Evaluation> first_answer(const strategy::Problem& problem, const Request& request,
                                             Control& control, cost::Tables& tables);

}  // namespace astrolabe::search
