// Which software a measured run was made with, as far as its row says.

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/cost/constants.h"
#include "core/plan/measured_case.h"

namespace astrolabe::plan {

namespace {

using strategy::Stack;

/// NeMo 1's configurations of models with experts leave Megatron's defaults: no grouped products, no overlap
/// of tensor-parallel traffic, experts split like everything else (dgxc-benchmarking v25.03,
/// grok1_314b.yaml). Performance recipes of the containers from 25.04 on set all three.
constexpr double kExpertRecipes = 2025.3;

bool made_with_any(const MeasuredRun& run, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return run.made_with(part); });
}

/// FSDP of 2023's trainers has kernels of its own time; what names FSDP2, or a trainer of today, has SDPA.
Stack stack_of(const MeasuredRun& run, double year) {
  if (made_with_any(run, {"jax", "maxtext", "paxml"})) return Stack::jax;
  if (made_with_any(run, {"transformers", "peft", "xtuner", "litgpt", "finetune.py", "hf trainer"}))
    return Stack::trainer;
  if (made_with_any(run, {"torchtitan", "automodel", "fsdp2", "yafsdp", "pytorch ddp", "meta internal"}))
    return Stack::torch_native;
  if (run.made_with("fsdp")) {
    if (run.made_with("torch.compile")) return Stack::fsdp_compiled;
    return run.made_with("composer") || year < 2023.0 ? Stack::fsdp_eager : Stack::torch_native;
  }
  if (run.made_with("internevo")) return Stack::intern_evo;
  if (run.made_with("cuda/c++")) return Stack::native;
  const bool old = year < 2023.0;
  if (run.made_with("deeperspeed") || (run.made_with("deepspeed") && !run.made_with("habana")))
    return Stack::deepspeed;
  return old ? Stack::megatron_2022 : Stack::megatron_core;
}

/// Modules that selective recomputation does again, as the notes name them.
std::uint8_t modules_of(const MeasuredRun& run) {
  std::size_t at = lower(run.notes).find("recomputed modules:");
  if (at == std::string::npos) at = lower(run.notes).find("recompute_detail: modules:");
  if (at == std::string::npos) return 0;
  const std::string listed = lower(run.notes).substr(at, run.notes.find(';', at) - at);
  const auto has = [&](std::string_view name) {
    for (std::size_t i = listed.find(name); i != std::string::npos; i = listed.find(name, i + 1)) {
      const std::size_t end = i + name.size();
      const bool starts = i == 0 || listed[i - 1] == ' ' || listed[i - 1] == ',';
      if (starts && (end == listed.size() || listed[end] == ',' || listed[end] == ' ')) return true;
    }
    return false;
  };
  std::uint8_t modules = 0;
  for (const auto& [name, module] :
       {std::pair{"core_attn", strategy::again_core_attention}, std::pair{"mlp", strategy::again_mlp},
        std::pair{"layernorm", strategy::again_norms}, std::pair{"moe", strategy::again_experts},
        std::pair{"moe_act", strategy::again_expert_activation},
        std::pair{"mla_up_proj", strategy::again_latent_up},
        std::pair{"shared_experts", strategy::again_shared_experts}})
    if (has(name)) modules |= module;
  return modules;
}

void set_options(const MeasuredRun& run, strategy::Software& software) {
  if (!run.cuda_graphs.empty()) {
    software.layer_graphs = run.cuda_graphs != "none";
    software.whole_graphs = run.cuda_graphs == "full";
  }
  // Megatron-Core launches no graphs unless a recipe of a release asks for them.
  const bool compiled = run.made_with("torch.compile");
  if (run.cuda_graphs.empty() && run.made_with("megatron-core") && !compiled && !run.made_with("container") &&
      !run.made_with("nemo"))
    software.layer_graphs = false;
  software.compiled =
      compiled || run.compile == "torch" || (run.noted("torch.compile") && !run.noted("no torch.compile"));
  // AutoModel's own mixtures of experts run on Transformer Engine's fused kernels.
  if (run.made_with("automodel") && run.is_moe()) software.compiled = true;
  if (software.stack == Stack::torch_native && software.compiled)
    if (const auto release = captured(run.framework, "PyTorch 2\\.([0-9]+)"))
      software.logit_bytes =
          *release >= 8 ? cost::constants::compiled_logit_bytes : cost::constants::wide_logit_bytes;
  if (run.dispatcher == "alltoall") software.dispatcher = strategy::Dispatcher::all_to_all;
  if (run.dispatcher == "deepep" || run.dispatcher == "hybridep")
    software.dispatcher = strategy::Dispatcher::once_a_node;
  software.overlap_experts = run.overlap_expert_traffic.value_or(false);
  software.narrow_gather = run.fp8_param_gather;
  const bool bridge = run.made_with("megatron-bridge") && software.stack == Stack::megatron_core;
  if (bridge && !run.fp8_param_gather) software.narrow_gather = true;  // perf_recipes: fp8_param_gather
  if (software.stack == Stack::torch_native && run.noted("fp8 all-gather")) software.narrow_gather = true;
  if (software.stack == Stack::torch_native && run.noted("float8 all-gather")) software.narrow_gather = true;
  software.offloaded_share = run.activation_offload.value_or(0.0);
  software.recompute_modules = modules_of(run);
  const bool native = software.stack == Stack::torch_native;
  software.keeps_gathered = native && run.pipeline_parallel.value_or(1) > 1;
  software.operator_checkpoint =
      native && run.recompute == "selective" && !run.noted("layers") && !run.noted("every 2nd layer");
}

}  // namespace

strategy::Software measured_software(const MeasuredRun& run, std::vector<AssumedSetting>& assumed) {
  strategy::Software software;
  if (run.year > 0.0)
    software.year = run.year;
  else
    assumed.push_back({"date", format_number(software.year), "the newest measured stack"});
  software.stack = stack_of(run, software.year);
  if (run.framework.empty())
    assumed.push_back({"framework", strategy::to_string(software.stack), "usual at this date"});
  software.graphs = software.stack != Stack::megatron_core || !run.made_with("megatron-lm");
  if (run.is_moe() && software.stack == Stack::megatron_core && software.year < kExpertRecipes) {
    software.grouped_experts = false;
    assumed.push_back({"grouped experts", "0", "Megatron's default, which recipes changed from NeMo 2 on"});
  }
  if (software.stack == Stack::fsdp_eager) software.attention = strategy::AttentionKernel::early;
  if (software.stack == Stack::fsdp_compiled || software.stack == Stack::intern_evo ||
      software.stack == Stack::torch_native || software.stack == Stack::trainer)
    software.attention = strategy::AttentionKernel::flash_2;
  const bool fsdp = software.stack == Stack::fsdp_eager || software.stack == Stack::fsdp_compiled;
  software.wide_optimizer = !run.noted("bf16 optimizer");
  set_options(run, software);
  const bool native =
      software.stack == Stack::torch_native && run.zero_stage.value_or(3) >= 2 && !software.keeps_gathered;
  software.wide_weights = fsdp || native;
  return software;
}

}  // namespace astrolabe::plan
