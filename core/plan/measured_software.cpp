// Which software a measured run was made with, as far as its row says.

#include "core/base/text.h"
#include "core/plan/measured_case.h"

namespace astrolabe::plan {

namespace {

using strategy::Stack;

/// NeMo 1's configurations of models with experts leave Megatron's defaults: no grouped products, no overlap
/// of tensor-parallel traffic, experts split like everything else (dgxc-benchmarking v25.03,
/// grok1_314b.yaml). Performance recipes of the containers from 25.04 on set all three.
constexpr double kExpertRecipes = 2025.3;

bool made_with(const MeasuredRun& run, std::string_view part) {
  return contains_ignoring_case(run.framework, part);
}

}  // namespace

strategy::Software measured_software(const MeasuredRun& run, std::vector<AssumedSetting>& assumed) {
  strategy::Software software;
  if (run.year > 0.0)
    software.year = run.year;
  else
    assumed.push_back({"date", format_number(software.year), "the newest measured stack"});
  const bool old = software.year < 2023.0;
  if (made_with(run, "jax") || made_with(run, "maxtext") || made_with(run, "paxml"))
    software.stack = Stack::jax;
  else if (made_with(run, "fsdp"))
    software.stack = made_with(run, "torch.compile") ? Stack::fsdp_compiled : Stack::fsdp_eager;
  else if (made_with(run, "internevo"))
    software.stack = Stack::intern_evo;
  else if (made_with(run, "cuda/c++"))
    software.stack = Stack::native;
  else if (made_with(run, "deepspeed") || made_with(run, "deeperspeed"))
    software.stack = Stack::deepspeed;
  else
    software.stack = old ? Stack::megatron_2022 : Stack::megatron_core;
  if (run.framework.empty())
    assumed.push_back({"framework", strategy::to_string(software.stack), "usual at this date"});
  software.graphs = software.stack != Stack::megatron_core || !made_with(run, "megatron-lm");
  if (run.is_moe() && software.stack == Stack::megatron_core && software.year < kExpertRecipes) {
    software.grouped_experts = false;
    assumed.push_back({"grouped experts", "0", "Megatron's default, which recipes changed from NeMo 2 on"});
  }
  if (software.stack == Stack::fsdp_eager) software.attention = strategy::AttentionKernel::early;
  if (software.stack == Stack::fsdp_compiled || software.stack == Stack::intern_evo)
    software.attention = strategy::AttentionKernel::flash_2;
  software.wide_weights = software.stack == Stack::fsdp_eager || software.stack == Stack::fsdp_compiled;
  software.wide_optimizer = !run.noted("bf16 optimizer");
  return software;
}

}  // namespace astrolabe::plan
