// Which software a measured run was made with, as far as its row says.

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/calibration/measured_case.h"
#include "core/cost/constants.h"
#include "core/strategy/software_of.h"

namespace astrolabe::calibration {

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

/// Modules that selective recomputation does again, as the notes name them, joined by commas.
std::string modules_of(const MeasuredRun& run) {
  std::size_t at = lower(run.notes).find("recomputed modules:");
  if (at == std::string::npos) at = lower(run.notes).find("recompute_detail: modules:");
  if (at == std::string::npos) return {};
  const std::string listed = lower(run.notes).substr(at, run.notes.find(';', at) - at);
  const auto has = [&](std::string_view name) {
    for (std::size_t i = listed.find(name); i != std::string::npos; i = listed.find(name, i + 1)) {
      const std::size_t end = i + name.size();
      const bool starts = i == 0 || listed[i - 1] == ' ' || listed[i - 1] == ',';
      if (starts && (end == listed.size() || listed[end] == ',' || listed[end] == ' ')) return true;
    }
    return false;
  };
  std::string modules;
  for (const strategy::SoftwareOption& option : strategy::software_options()) {
    if (option.key != std::string_view("recompute_modules")) continue;
    for (const std::string& name : option.names)
      if (has(name)) modules += (modules.empty() ? "" : ",") + name;
  }
  return modules;
}

/// Where the notes list the modules that Transformer Engine launches as graphs, whether attention is one.
bool graphs_attention(const MeasuredRun& run) {
  constexpr std::string_view kList = "cuda_graphs: te:";
  const std::string notes = lower(run.notes);
  const std::size_t at = notes.find(kList);
  return at == std::string::npos ||
         notes.substr(at, notes.find(';', at) - at).find("attn") != std::string::npos;
}

bool is_compiled(const MeasuredRun& run) {
  // AutoModel's own mixtures of experts run on Transformer Engine's fused kernels.
  if (run.made_with("automodel") && run.is_moe()) return true;
  return run.made_with("torch.compile") || run.compile == "torch" ||
         (run.noted("torch.compile") && !run.noted("no torch.compile"));
}

/// What a row says of its software, as a job says it.
strategy::SoftwareChoice choice_of(const MeasuredRun& run, Stack stack) {
  strategy::SoftwareChoice choice;
  const auto say = [&](const char* key, std::string value) {
    if (!value.empty()) choice.options.emplace(key, std::move(value));
  };
  const auto flag = [&](const char* key, bool value) { say(key, value ? "true" : "false"); };
  say("graphs", run.cuda_graphs);
  // Megatron-Core launches no graphs unless a recipe of a release asks for them.
  if (run.cuda_graphs.empty() && run.made_with("megatron-core") && !run.made_with("torch.compile") &&
      !run.made_with("container") && !run.made_with("nemo"))
    say("graphs", "none");
  flag("compile", is_compiled(run));
  if (run.dispatcher != "none") say("dispatcher", run.dispatcher);
  flag("overlap_expert_parallel", run.overlap_expert_traffic.value_or(false));
  if (run.fp8_param_gather)
    flag("fp8_parameter_gather", *run.fp8_param_gather);
  else if (run.made_with("megatron-bridge") && stack == Stack::megatron_core)
    flag("fp8_parameter_gather", true);  // perf_recipes: fp8_param_gather
  else if (stack == Stack::torch_native && (run.noted("fp8 all-gather") || run.noted("float8 all-gather")))
    flag("fp8_parameter_gather", true);
  say("recompute_modules", modules_of(run));
  return choice;
}

/// What no key of a job says: of the row's own release and layout.
void set_details(const MeasuredRun& run, strategy::Software& software) {
  const bool native = software.stack == Stack::torch_native;
  if (native && software.compiled)
    if (const auto release = captured(run.framework, "PyTorch 2\\.([0-9]+)"))
      software.logit_bytes =
          *release >= 8 ? cost::constants::compiled_logit_bytes : cost::constants::wide_logit_bytes;
  software.attention_graphs = graphs_attention(run);
  software.rowwise_scales = native && run.noted("rowwise");
  software.offloaded_share = run.activation_offload.value_or(0.0);
  software.keeps_gathered = native && run.pipeline_parallel.value_or(1) > 1;
  software.operator_checkpoint =
      native && run.recompute == "selective" && !run.noted("layers") && !run.noted("every 2nd layer");
  if (native && (run.zero_stage.value_or(3) < 2 || software.keeps_gathered)) software.wide_weights = false;
}

}  // namespace

strategy::Software measured_software(const MeasuredRun& run, std::vector<AssumedSetting>& assumed) {
  const strategy::Software newest;
  const double year = run.year > 0.0 ? run.year : newest.year;
  if (run.year <= 0.0) assumed.push_back({"date", format_number(year), "the newest measured stack"});
  strategy::Software software = strategy::software_of(stack_of(run, year));
  software.year = year;
  if (run.framework.empty())
    assumed.push_back({"framework", strategy::to_string(software.stack), "usual at this date"});
  software.graphs = software.stack != Stack::megatron_core || !run.made_with("megatron-lm");
  if (run.is_moe() && software.stack == Stack::megatron_core && software.year < kExpertRecipes) {
    software.grouped_experts = false;
    assumed.push_back({"grouped experts", "0", "Megatron's default, which recipes changed from NeMo 2 on"});
  }
  software.wide_optimizer = !run.noted("bf16 optimizer");
  strategy::set_options(choice_of(run, software.stack), software);
  set_details(run, software);
  return software;
}

}  // namespace astrolabe::calibration
