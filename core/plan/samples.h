#pragma once
// The plans that ship with the program: each shows one thing that a planner does.

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan_file.h"

namespace astrolabe::plan {

/// Stable names, the first one is sample_plan(): "two-generations", "small", "homogeneous", "best-value",
/// "does-not-fit".
const std::vector<std::string>& sample_names();
/// Precondition: `name` is one of sample_names().
Plan sample_named(std::string_view name);

/// Whether a cluster is called as one of the samples had it, after its hardware. Such a name says nothing of
/// what the cluster has become.
bool names_a_shipped_cluster(std::string_view name);

}  // namespace astrolabe::plan
