#pragma once
// The order of the ranking, for views that place a strategy among those found.

#include "core/search/ranking.h"

namespace astrolabe::plan {

using search::objective_value;
using search::ranks_before;

}  // namespace astrolabe::plan
