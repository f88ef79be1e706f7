#include "core/strategy/software_of.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/base/date.h"
#include "core/base/text.h"

namespace astrolabe::strategy {

namespace {

constexpr std::array kStacks{Stack::megatron_core, Stack::torch_native, Stack::trainer};

constexpr std::array<std::pair<std::string_view, RecomputeModule>, 7> kModules{
    {{"core_attn", again_core_attention},
     {"mlp", again_mlp},
     {"layernorm", again_norms},
     {"moe", again_experts},
     {"moe_act", again_expert_activation},
     {"mla_up_proj", again_latent_up},
     {"shared_experts", again_shared_experts}}};

/// Modules of a list joined by commas.
std::uint8_t modules_of(std::string_view joined) {
  std::uint8_t modules = 0;
  while (!joined.empty()) {
    const std::size_t end = std::min(joined.find(','), joined.size());
    for (const auto& [name, module] : kModules)
      if (joined.substr(0, end) == name) modules |= module;
    joined.remove_prefix(std::min(joined.size(), end + 1));
  }
  return modules;
}

Dispatcher dispatcher_of(std::string_view name) {
  if (name == "alltoall") return Dispatcher::all_to_all;
  return name == "allgather" ? Dispatcher::gather : Dispatcher::once_a_node;
}

Loss loss_of(std::string_view name) {
  if (name == "eager") return Loss::eager;
  if (name == "fused") return Loss::fused;
  return name == "compiled" ? Loss::compiled : Loss::chunked;
}

ContextMethod context_method_of(std::string_view name) {
  if (name == "p2p") return ContextMethod::ring;
  if (name == "a2a") return ContextMethod::all_to_all;
  return name == "allgather" ? ContextMethod::gather : ContextMethod::both;
}

/// The year of a month or day, with fraction: the middle of the month, as of measured runs. None for none.
std::optional<double> year_of(const std::string& date) {
  constexpr std::size_t kYear = 4, kMonth = 7;  // characters of YYYY and YYYY-MM
  if (date.size() < kMonth) return {};
  const auto year = parse_whole(date.substr(0, kYear));
  const auto month = parse_whole(date.substr(kYear + 1, kMonth - kYear - 1));
  if (!year || !month) return {};
  return static_cast<double>(*year) + (static_cast<double>(*month) - 0.5) / 12.0;
}

}  // namespace

Software software_of(Stack stack) {
  Software software;
  software.stack = stack;
  if (stack == Stack::fsdp_eager) software.attention = AttentionKernel::early;
  if (stack == Stack::fsdp_compiled || stack == Stack::intern_evo || stack == Stack::torch_native ||
      stack == Stack::trainer)
    software.attention = AttentionKernel::flash_2;
  software.wide_weights =
      stack == Stack::fsdp_eager || stack == Stack::fsdp_compiled || stack == Stack::torch_native;
  software.operator_checkpoint = stack == Stack::torch_native;
  return software;
}

void set_options(const SoftwareChoice& choice, Software& software) {
  if (const auto name = in_use(choice, "dispatcher")) software.dispatcher = dispatcher_of(*name);
  if (const auto on = in_use(choice, "overlap_expert_parallel")) software.overlap_experts = *on == "true";
  if (const auto graphs = in_use(choice, "graphs")) {
    software.layer_graphs = *graphs != "none";
    software.whole_graphs = *graphs == "full";
  }
  if (const auto on = in_use(choice, "compile")) software.compiled = *on == "true";
  if (const auto on = in_use(choice, "fp8_parameter_gather")) software.narrow_gather = *on == "true";
  if (const auto list = in_use(choice, "recompute_modules")) software.recompute_modules = modules_of(*list);
  if (const auto loss = in_use(choice, "loss")) software.loss = loss_of(*loss);
  if (const auto chunks = in_use(choice, "loss_chunks"))
    software.loss_chunks = std::max(1, static_cast<int>(parse_whole(std::string(*chunks)).value_or(1)));
  if (const auto layers = in_use(choice, "offload_layers"))
    software.offloaded_layers = static_cast<int>(parse_whole(std::string(*layers)).value_or(0));
  if (const auto method = in_use(choice, "context_parallel_method"))
    software.context_method = context_method_of(*method);
}

std::string release_date(std::string_view runtime, std::string_view release) {
  const std::size_t digits = release.find_first_of("0123456789");
  if (digits == std::string_view::npos) return {};
  const std::string number(release.substr(digits));
  for (const Json& file : runtime_files()) {
    if (file.at("id") != runtime || !file.contains("releases")) continue;
    const Json& days = file.at("releases");
    for (const std::string& written : {number, number + ".0"})
      if (const auto day = days.find(written); day != days.end()) return day->get<std::string>();
  }
  return {};
}

std::optional<UsualRank> usual_rank(std::string_view runtime) {
  for (const Json& file : runtime_files())
    if (const auto rank = file.find("tuning_rank"); file.at("id") == runtime && rank != file.end())
      return UsualRank{rank->at("value").get<int>(), rank->at("source").get<std::string>()};
  return std::nullopt;
}

Software software_of(const SoftwareChoice& choice) {
  const std::string_view name = stack_name(choice.runtime);
  const auto stack =
      std::find_if(kStacks.begin(), kStacks.end(), [&](Stack one) { return to_string(one) == name; });
  Software software = software_of(stack == kStacks.end() ? Stack::megatron_core : *stack);
  const std::string date = choice.date.empty() ? release_date(choice.runtime, choice.release) : choice.date;
  if (const auto year = year_of(date)) software.year = std::min(*year, software.year);
  set_options(choice, software);
  return software;
}

}  // namespace astrolabe::strategy
