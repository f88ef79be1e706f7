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

/// Those that serve a model: "serve-chat" (70 B on 8 H200), "serve-experts" (DeepSeek-V3 on a rack),
/// "serve-mixed" (three kinds of machines), "serve-regions" (layers over three regions).
const std::vector<std::string>& serving_sample_names();
/// Precondition: `name` is one of serving_sample_names().
Plan serving_sample_named(std::string_view name);

/// Those of several models: "post-train-ppo" (an actor of 70 B and a critic of 8 B on two GPU types).
const std::vector<std::string>& post_training_sample_names();
/// Precondition: `name` is one of post_training_sample_names().
Plan post_training_sample_named(std::string_view name);

/// Whether a cluster is called as one of the samples had it, after its hardware. Such a name says nothing of
/// what the cluster has become.
bool names_a_shipped_cluster(std::string_view name);

}  // namespace astrolabe::plan
