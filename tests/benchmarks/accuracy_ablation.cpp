// The ablation table: each effect made trivial, everything else refitted.
#include "tests/benchmarks/accuracy.h"

namespace astrolabe::accuracy {

namespace {

/// Effects that can be made trivial: name, constant, trivial value.
struct Effect {
  const char* name;
  double cost::Coefficients::*constant;
  double trivial;
};

}  // namespace

void print_ablation(const ScoredRuns& runs, const cost::Coefficients& best) {
  const auto folds = plan::folds_by_configuration(runs.cases, 10);
  const auto sources = plan::groups_by(runs.cases, &MeasuredRun::source);
  using C = cost::Coefficients;
  const std::vector<std::vector<Effect>> effects{
      {{"(nothing)", &C::gemm_ampere, -1.0}},
      {{"GPU-generation factor", &C::gemm_ampere, 0.85},
       {"", &C::gemm_hopper, 0.85},
       {"", &C::gemm_blackwell, 0.85},
       {"", &C::gemm_rtx_pro, 0.85},
       {"", &C::gemm_ada, 0.85},
       {"", &C::gemm_volta, 0.85}},
      {{"own attention share", &C::attention_ampere, 0.65},
       {"", &C::attention_hopper, 0.65},
       {"", &C::attention_hopper_early, 0.65},
       {"", &C::attention_blackwell, 0.65},
       {"", &C::attention_backward, 1.0}},
      {{"elementwise bytes", &C::elementwise, 1e-3}, {"", &C::elementwise_eager, 1e-3}},
      {{"low-precision casts", &C::cast_bytes, 1e-3}},
      {{"grouped-GEMM share", &C::grouped_share, 1.0}},
      {{"EP all-to-all", &C::all_to_all_share, 1e6}},
      {{"TP collectives", &C::tensor_share, 1e3}},
      {{"TP overlap", &C::tensor_overlap, 1e-6}},
      {{"DP traffic", &C::network_share, 1e3}},
      {{"DP overlap", &C::data_overlap, 1e-6}},
      {{"FSDP gathers", &C::fsdp_share, 1e3}, {"", &C::fsdp_slowdown, 1e-9}},
      {{"CP traffic", &C::context_exposed, 1e-9}},
      {{"host time", &C::host_layer_seconds, 1e-9}, {"", &C::host_moe_seconds, 1e-9}},
      {{"checkpoint host cost", &C::checkpoint_seconds, 1e-9}},
      {{"loss traffic", &C::loss_bytes, 1e-9}},
      {{"allocator flushes", &C::allocator_flush, 1e-9}},
      {{"optimizer", &C::optimizer_bytes, 1e-3}},
      {{"stragglers", &C::straggler, 1e-9}},
      {{"software year (with step)", &C::software_dense, 1e-9},
       {"", &C::software_moe, 1e-9},
       {"", &C::software_moe_step, 1e-9}},
      {{"MoE software step", &C::software_moe_step, 1e-9}},
      {{"slow sink attention", &C::attention_sink, 1.0}},
      {{"misaligned head width", &C::unfused_misaligned, 1.0}},
      {{"unfused attention's bytes", &C::unfused_bytes, 1e-3}},
      {{"JAX, DeepSpeed, plain factors", &C::stack_jax, 1.0},
       {"", &C::stack_deepspeed, 1.0},
       {"", &C::stack_plain, 1.0}},
  };
  fmt::print("\n### Ablation: effect made trivial, everything else refitted (median / p90 / bias, %)\n");
  const auto table = cost::coefficient_table();
  for (const auto& effect : effects) {
    plan::FitOptions options;
    options.frozen.assign(table.size(), false);
    cost::Coefficients from = best;
    for (const Effect& part : effect) {
      if (part.trivial < 0.0) continue;
      from.*part.constant = part.trivial;
      for (std::size_t k = 0; k < table.size(); ++k)
        if (table[k].value == part.constant) options.frozen[k] = true;
    }
    options.iterations = 6;
    plan::Fitter fitter(runs.cases, options);
    const cost::Coefficients fitted = fitter.fit(runs.weights, from);
    const auto by_cfg = plan::cross_validate(fitter, runs.weights, folds, fitted);
    const auto by_source = plan::cross_validate(fitter, runs.weights, sources, fitted);
    fmt::print("{:28} dense {}  experts {} | source out {}  {} | mean log {:.2f} / {:.2f} | order {}\n",
               effect.front().name, score_text(plan::errors_of(runs, by_cfg, is_dense)),
               score_text(plan::errors_of(runs, by_cfg, is_moe)),
               score_text(plan::errors_of(runs, by_source, is_dense)),
               score_text(plan::errors_of(runs, by_source, is_moe)), mean_log(runs, by_cfg),
               mean_log(runs, by_source), order_text(runs, by_cfg));
  }
}

}  // namespace astrolabe::accuracy
