#include "core/cost/stack.h"

#include <algorithm>
#include <cmath>

#include "core/cost/constants.h"
#include "core/cost/tuning.h"

namespace astrolabe::cost {

namespace {

using strategy::Stack;

bool is_vendor(Stack stack) { return stack == Stack::megatron_core || stack == Stack::jax; }
bool is_old_megatron(Stack stack) { return stack == Stack::megatron_2022 || stack == Stack::deepspeed; }

/// Mixtures of experts in mxfp8 on rack-scale NVLink run whole iterations as one graph, with experts fused
/// into one kernel, from the 26.06 containers on (Megatron-Bridge, performance recipes of 2026-06-06 to
/// 06-10).
bool whole_graphs(const strategy::Problem& problem) {
  if (problem.software.whole_graphs) return *problem.software.whole_graphs;
  const hardware::Pool& pool = problem.cluster.pools.front();
  return is_vendor(problem.software.stack) && problem.graph->experts > 0 &&
         problem.software.year >= constants::moe_step_year &&
         problem.job.precision == hardware::Precision::mxfp8 &&
         pool.scale_up_domain >= constants::rack_domain;
}

/// Software gets faster with its release: its own share of a step by exp(-rate (year - reference)), mixtures
/// of experts with a further step. Products and attention are bound by the hardware and keep their time.
double release_factor(const strategy::Problem& problem, const Coefficients& k) {
  if (!is_vendor(problem.software.stack)) return 1.0;
  const double year = problem.software.year;
  if (problem.graph->experts == 0) return std::exp(-k.software_dense * (year - constants::dense_year));
  const double step = whole_graphs(problem) ? k.software_moe_step : 0.0;
  return std::exp(-k.software_moe * (year - constants::moe_year) - step);
}

/// What a release makes of fusion, launches and waiting for traffic; exposed traffic is never more than all.
void set_release(double release, StackTraits& traits) {
  traits.release = release;
  for (double* own : {&traits.elementwise, &traits.loss_bytes, &traits.host_layer_seconds,
                      &traits.host_moe_seconds, &traits.step_seconds})
    *own *= release;
  const auto exposed = [&](double share) { return std::min(1.0, share * release); };
  traits.expert_exposed = exposed(traits.expert_exposed);
  traits.tensor_overlap = 1.0 - exposed(1.0 - traits.tensor_overlap);
  traits.data_overlap = 1.0 - exposed(1.0 - traits.data_overlap);
}

double host_seconds(const strategy::Software& software, const Coefficients& k) {
  switch (software.stack) {
    case Stack::megatron_core:
      return software.layer_graphs.value_or(software.graphs) && software.attention_graphs
                 ? constants::host_graph_seconds
                 : k.host_layer_seconds;
    case Stack::torch_native:
      return software.compiled ? constants::host_graph_seconds : constants::host_eager_seconds;
    case Stack::trainer:
      return k.host_trainer_seconds;
    case Stack::jax:
      return constants::host_graph_seconds;
    case Stack::native:
      return constants::host_native_seconds;
    default:
      return constants::host_eager_seconds;
  }
}

bool is_fsdp(Stack stack) { return stack == Stack::fsdp_eager || stack == Stack::fsdp_compiled; }

/// Held of a logit by the loss that is stated; 0: as the stack does. In a stated number of pieces one at a
/// time is held.
double logit_bytes(const strategy::Software& software) {
  switch (software.loss) {
    case strategy::Loss::unstated:
      return 0.0;
    case strategy::Loss::eager:
      return constants::wide_logit_bytes;
    case strategy::Loss::fused:
      return constants::logits_bytes;
    case strategy::Loss::compiled:
      return constants::compiled_logit_bytes;
    case strategy::Loss::chunked:
      break;
  }
  return software.loss_chunks > 1 ? constants::wide_logit_bytes / software.loss_chunks
                                  : constants::chunked_logit_bytes;
}

/// What a stack holds beside the formulas.
void set_memory(const strategy::Problem& problem, bool narrow, StackTraits& traits) {
  const Coefficients& k = coefficients_of(problem);
  const Stack stack = problem.software.stack;
  traits.workspace_bytes = k.workspace_gib * kGib;
  if (is_old_megatron(stack)) {
    traits.fragmentation = k.fragmentation_old;
    traits.context_bytes = k.context_old_gib * kGib;
  }
  if (stack == Stack::deepspeed) {
    const bool bf16 = problem.job.precision == hardware::Precision::bf16;
    (bf16 ? traits.local_bytes : traits.gradient_copy_bytes) =
        bf16 ? constants::bf16_optimizer_bytes : constants::gradient_copy_bytes;
  }
  if (stack == Stack::intern_evo) traits.gradient_copy_bytes = k.copies_intern_evo;
  if (is_fsdp(stack)) traits.context_bytes = constants::assumed_fsdp_context_gib * kGib;
  if (stack == Stack::fsdp_eager) traits.logits_share = constants::half_logits_share;
  const strategy::Software& software = problem.software;
  const bool compiled = stack == Stack::torch_native && software.compiled;
  if (stack == Stack::torch_native)
    traits.logits_share = compiled && software.year >= constants::compiled_loss_year
                              ? constants::compiled_logit_bytes / constants::logits_bytes
                              : constants::wide_logit_bytes / constants::logits_bytes;
  if (stack == Stack::trainer) traits.logits_share = constants::wide_logit_bytes / constants::logits_bytes;
  if (stack == Stack::torch_native || stack == Stack::trainer) {
    traits.repeats_keys = true;
    traits.context_bytes = constants::assumed_fsdp_context_gib * kGib;
    traits.workspace_bytes = constants::torch_workspace_gib * kGib;
    if (!compiled) {
      traits.kept_hidden_more = constants::eager_hidden_bytes;
      traits.kept_mlp_more = constants::eager_mlp_more;
    }
  }
  traits.operator_level = software.operator_checkpoint;
  if (stack == Stack::torch_native && software.wide_weights) {
    traits.gathered_layer_bytes = constants::gathered_layer_fsdp;
    traits.gathered_edge_bytes = constants::gathered_edge_fsdp;
  }
  if (stack == Stack::megatron_core) {
    const hardware::Precision precision = problem.job.precision;
    if (narrow && software.narrow_gather.value_or(false) && precision != hardware::Precision::nvfp4)
      traits.narrow_weight_bytes = precision == hardware::Precision::mxfp8 ? 2.0 : 1.0;
  }
  if (stack == Stack::native) {
    traits.logits_share = constants::native_logits_share / problem.software.loss_chunks;
    traits.context_copy = 0.0;
    traits.fragmentation = 0.0;  // one arena, laid out in advance
    traits.context_bytes = constants::assumed_native_context_gib * kGib;
    if (narrow) traits.quantized_bytes = constants::quantized_weight_bytes;
    traits.offload_master = problem.software.offload_master;
    traits.host_optimizer = false;  // llmq, 2026: the update is a kernel of the device
  }
  const double logit = software.logit_bytes > 0.0 ? software.logit_bytes : logit_bytes(software);
  if (logit > 0.0) traits.logits_share = logit / constants::logits_bytes;
}

}  // namespace

StackTraits stack_traits(const strategy::Problem& problem, bool narrow) {
  const Coefficients& k = coefficients_of(problem);
  const Stack stack = problem.software.stack;
  const bool fsdp = is_fsdp(stack);
  const bool old = is_old_megatron(stack);
  StackTraits traits;
  const bool eager = stack == Stack::fsdp_eager || stack == Stack::intern_evo;
  traits.elementwise = old ? k.elementwise_old : eager ? k.elementwise_eager : k.elementwise;
  const bool native = stack == Stack::torch_native;
  const bool trainer = stack == Stack::trainer;
  if (native) traits.elementwise = problem.software.compiled ? k.elementwise_compiled : k.elementwise_native;
  if (trainer) traits.elementwise = k.elementwise_trainer;
  traits.host_layer_seconds = host_seconds(problem.software, k);
  if (trainer || (native && !problem.software.compiled)) traits.recomputed_host = constants::recomputed_host;
  if (trainer) traits.host_sharded_seconds = k.host_sharded_seconds;
  traits.step_seconds = k.step_seconds;
  traits.host_moe_seconds = whole_graphs(problem) ? 0.0 : k.host_moe_seconds;
  const auto& layer_graphs = problem.software.layer_graphs;
  if (layer_graphs && !*layer_graphs) traits.host_moe_seconds *= constants::host_moe_eager;
  const bool early_deepspeed =
      stack == Stack::deepspeed && problem.software.year < constants::deepspeed_synced_year;
  traits.checkpoint_seconds = early_deepspeed ? k.checkpoint_seconds : 0.0;
  if (fsdp) {
    traits.selective_share = constants::selective_fsdp;
    traits.selective_kept = 1.0 - constants::selective_fsdp;
    traits.stops_early = problem.software.year >= constants::early_stop_year;
  }
  if (const auto& stated = problem.software.selective) {
    traits.selective_share = stated->redoes;
    traits.selective_kept = stated->keeps;
  }
  traits.loss_bytes = k.loss_bytes;
  if (stack == Stack::native) traits.loss_bytes = constants::native_loss_bytes;
  const bool compiled_loss =
      problem.software.loss == strategy::Loss::compiled ||
      (native && problem.software.compiled && problem.software.loss == strategy::Loss::unstated);
  if (compiled_loss) traits.loss_bytes = constants::compiled_loss_bytes;
  if (stack == Stack::fsdp_eager) traits.loss_bytes = constants::half_loss_bytes;
  if (stack == Stack::fsdp_eager) traits.flush = k.allocator_flush;
  traits.sharded_slowdown = native || trainer ? k.native_slowdown : k.fsdp_slowdown;
  if (problem.software.overlap_experts) traits.expert_exposed *= constants::expert_overlap_left;
  traits.accumulate_bytes =
      fsdp ? 0.0 : (old ? constants::accumulate_bytes_old : constants::accumulate_bytes);
  const bool wide = problem.job.gradient_precision == strategy::GradientPrecision::fp32;
  traits.gradient_bytes = wide && !fsdp && !old ? 4.0 : 2.0;
  if (native || (wide && stack == Stack::megatron_core)) traits.sharded_gradient_bytes = 4.0;
  const bool dealt = stack == Stack::intern_evo;
  traits.reduce_passes = stack == Stack::deepspeed || dealt ? 2.0 : 1.0;
  if (dealt) traits.tensors_dealt = constants::tensors_dealt;
  const bool narrow_gather = problem.software.narrow_gather.value_or(is_vendor(stack));
  traits.gathered_bytes = narrow && narrow_gather ? 1.0 : 2.0;
  if (native && narrow && narrow_gather) traits.sharded_gathered_bytes = 1.0;
  traits.data_overlap = old ? constants::data_overlap_old : k.data_overlap;
  traits.tensor_overlap = old ? 0.0 : native ? constants::tensor_overlap_torch : k.tensor_overlap;
  set_memory(problem, narrow, traits);
  traits.wide_weights = problem.software.wide_weights;
  traits.wide_optimizer = problem.software.wide_optimizer;
  const double layers = problem.graph->layer_count();
  traits.offloaded = std::min(
      1.0, problem.software.offloaded_share + problem.software.offloaded_layers / std::max(1.0, layers));
  set_tuning_traits(problem, traits);
  set_release(release_factor(problem, k), traits);
  traits.factor = (stack == Stack::jax ? k.stack_jax : 1.0) * (early_deepspeed ? k.stack_deepspeed : 1.0) *
                  (stack == Stack::megatron_core && !problem.software.graphs ? k.stack_plain : 1.0);
  return traits;
}

double grouped_share(const StackTraits& traits, const Coefficients& k) {
  return 1.0 / (1.0 + traits.release * (1.0 / k.grouped_share - 1.0));
}

}  // namespace astrolabe::cost
