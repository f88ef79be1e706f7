#pragma once
// A strategy as settings of programs that train: what they call it, and what they have no word for.

#include <string>

#include "core/base/result.h"
#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::plan {

enum class Launcher { megatron, torchtitan, deepspeed, nemo };
/// "megatron", …; nothing for another name.
std::optional<Launcher> launcher_from(std::string_view name);

struct LaunchHeader {
  std::string plan;      ///< its name
  std::string strategy;  ///< "#1"
  std::string version;   ///< of this program
};

/// Arguments of Megatron-LM (one a line), the TOML of torchtitan, the JSON of DeepSpeed, a Python function
/// that sets a recipe's configuration of NeMo's Megatron Bridge; a header names plan, strategy and version,
/// and a comment stands for each setting that has no counterpart. Sizes of the model are left to the model's
/// own file. Sources, one a line:
///   Megatron-LM core_v0.19.0 (2026-08-19): megatron/training/arguments.py,
///     megatron/core/transformer/transformer_config.py and pipeline_parallel_layer_layout.py
///   torchtitan v0.2.2: torchtitan/config/job_config.py
///   DeepSpeed 0.16: its page "DeepSpeed Configuration JSON"
///   NVIDIA-NeMo/Megatron-Bridge: src/megatron/bridge/training/config.py, comm_overlap.py and
///     mixed_precision.py, its recipes and its guides of Megatron FSDP and of offloading
std::string launch_settings(const strategy::Problem& problem, const strategy::Strategy& strategy,
                            Launcher launcher, const LaunchHeader& header);

}  // namespace astrolabe::plan
