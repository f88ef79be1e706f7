#pragma once
// What a job that does not train asks, and what it keeps of another such task.

#include <string>

#include "core/base/json.h"
#include "core/strategy/job.h"

namespace astrolabe::strategy {

/// Where what is asked keeps what was asked of another task before; no planner reads it.
inline constexpr const char* kAskedOfOther = "asked_before";

/// What `job.asked` says to the planners of its task: an object, empty where nothing is asked.
Json asked_of(const Job& job);
/// Turns `job` to another task. What was asked before is kept and comes back with its task; `asked` is
/// without keys of its own where the task was never asked.
void turn_to(Job& job, const std::string& task);

}  // namespace astrolabe::strategy
