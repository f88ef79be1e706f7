#pragma once
// Layouts from which pipelines around slow and failed GPUs are made, and how much work that may take.

#include <cstdint>
#include <vector>

#include "core/planning/planner.h"

namespace astrolabe::planning {

/// Work that may be done where `usual` is: twice as much for who asks to go on to the end.
std::int64_t allowed_work(std::int64_t usual, const Run& run);

/// Layouts to plan around the marks: the one that runs, then the best with nothing marked. Where replicas
/// share ranks in nearly all of these, the best of those in which they do not come between them. The same in
/// every run without a limit of time. `cut`: set where a search for them was stopped, or its own limit left
/// it none.
std::vector<strategy::Strategy> bases_around_marks(const strategy::Problem& problem, Run& run, bool& cut);

}  // namespace astrolabe::planning
