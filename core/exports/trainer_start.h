#pragma once
// A placement of post-training as frameworks start it: overrides of verl and arguments of OpenRLHF. What a
// framework has no setting for is refused by its name.

#include <string>
#include <utility>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/post_training/find.h"
#include "core/strategy/problem.h"

namespace astrolabe::exports {

/// Names with their values, in the order in which they are written; true for a switch.
using TrainerSettings = std::vector<std::pair<std::string, Json>>;

/// Overrides of verl.trainer.main_ppo with ppo_megatron_trainer or ppo_trainer (FSDP), the first of them the
/// name of that configuration ("config-name"). Facts: github.com/volcengine/verl at 14bac043 and b2df6f8c
/// (2025-09), verl/trainer/config/_generated_ppo_megatron_trainer.yaml and _generated_ppo_trainer.yaml.
/// Errors: out_of_range with what has no counterpart: dataflows, generation ahead, roles apart, mixed
/// trainers, pipelines of engines, sets that are no whole nodes.
Result<TrainerSettings> verl_settings(const post_training::Placement& placement,
                                      const strategy::Problem& problem);
/// Arguments of openrlhf.cli.train_ppo_ray. Facts: github.com/OpenRLHF/OpenRLHF at 021d1b09 (2025),
/// openrlhf/cli/train_ppo_ray.py. Errors: as above; trainers that shard nothing, pipelines, experts apart.
Result<TrainerSettings> openrlhf_settings(const post_training::Placement& placement,
                                          const strategy::Problem& problem);

/// The settings as a script for bash; data and paths stay to be filled in. Errors: those above.
Result<std::string> verl_start(const post_training::Placement& placement, const strategy::Problem& problem);
Result<std::string> openrlhf_start(const post_training::Placement& placement,
                                   const strategy::Problem& problem);

/// Trace Event JSON of an iteration: a process for each set with a thread for each role, one of rules;
/// microseconds.
Json iteration_trace(const post_training::Placement& placement, const strategy::Problem& problem);

}  // namespace astrolabe::exports
