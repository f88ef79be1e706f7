// The ablation table: each effect made trivial, everything else refitted.
#include <functional>
#include <memory>

#include "tests/benchmarks/accuracy.h"

namespace astrolabe::accuracy {

namespace {

/// A constant and the value that makes its effect trivial.
struct Trivial {
  double cost::Coefficients::*constant;
  double value;
};

/// An effect that can be dropped: by constants, or by what the runs are said to have done.
struct Effect {
  const char* name;
  std::vector<Trivial> constants;
  std::function<void(MeasuredCase&)> drop;
};

void without_recomputation(MeasuredCase& measured) {
  strategy::Strategy& s = measured.strategy;
  s.recompute = strategy::Recompute::none;
  s.recompute_layers = 0;
  for (strategy::Stage& stage : s.stages) {
    stage.recompute = strategy::Recompute::none;
    stage.recompute_layers = 0;
  }
}

void without_head(MeasuredCase& measured) {
  auto graph = std::make_shared<model::Graph>(*measured.problem.graph);
  graph->has_head = false;
  graph->head_parameters = 0;
  measured.problem.graph = std::move(graph);
}

void without_interleaving(MeasuredCase& measured) {
  measured.strategy.virtual_pipeline = 1;
  measured.strategy.schedule = strategy::Schedule::one_f_one_b;
}

void all_fused(MeasuredCase& measured) { measured.problem.job.flash_attention = true; }

std::vector<Effect> effects(const cost::Coefficients& best) {
  using C = cost::Coefficients;
  return {
      {"(nothing)", {}, {}},
      {"GPU-generation factor",
       {{&C::gemm_ampere, 0.85},
        {&C::gemm_hopper, 0.85},
        {&C::gemm_blackwell, 0.85},
        {&C::gemm_rtx_pro, 0.85},
        {&C::gemm_ada, 0.85},
        {&C::gemm_volta, 0.85}},
       {}},
      {"own attention share",
       {{&C::attention_ampere, 0.65},
        {&C::attention_hopper, 0.65},
        {&C::attention_hopper_early, 0.65},
        {&C::attention_blackwell, 0.65},
        {&C::attention_backward, 1.0}},
       {}},
      {"recomputation", {}, without_recomputation},
      {"output head and loss", {}, without_head},
      {"interleaving", {}, without_interleaving},
      {"unfused attention", {}, all_fused},
      {"elementwise bytes", {{&C::elementwise, 1e-3}, {&C::elementwise_eager, 1e-3}}, {}},
      {"second elementwise level",
       {{&C::elementwise_eager, best.elementwise}, {&C::elementwise_old, best.elementwise}},
       {}},
      {"low-precision casts", {{&C::cast_bytes, 1e-3}}, {}},
      {"grouped-GEMM share", {{&C::grouped_share, 1.0}}, {}},
      {"EP all-to-all", {{&C::all_to_all_share, 1e6}}, {}},
      {"TP collectives", {{&C::tensor_share, 1e3}}, {}},
      {"TP overlap", {{&C::tensor_overlap, 1e-6}}, {}},
      {"DP traffic", {{&C::network_share, 1e3}}, {}},
      {"DP overlap", {{&C::data_overlap, 1e-6}}, {}},
      {"FSDP gathers", {{&C::fsdp_share, 1e3}, {&C::fsdp_slowdown, 1e-9}}, {}},
      {"CP traffic", {{&C::context_exposed, 1e-9}}, {}},
      {"host time", {{&C::host_layer_seconds, 1e-9}, {&C::host_moe_seconds, 1e-9}}, {}},
      {"checkpoint host cost", {{&C::checkpoint_seconds, 1e-9}}, {}},
      {"loss traffic", {{&C::loss_bytes, 1e-9}}, {}},
      {"allocator flushes", {{&C::allocator_flush, 1e-9}}, {}},
      {"optimizer", {{&C::optimizer_bytes, 1e-3}}, {}},
      {"stragglers", {{&C::straggler, 1e-9}}, {}},
      {"software year (with step)",
       {{&C::software_dense, 1e-9}, {&C::software_moe, 1e-9}, {&C::software_moe_step, 1e-9}},
       {}},
      {"MoE software step", {{&C::software_moe_step, 1e-9}}, {}},
      {"slow sink attention", {{&C::attention_sink, 1.0}}, {}},
      {"misaligned head width", {{&C::unfused_misaligned, 1.0}}, {}},
      {"unfused attention's bytes", {{&C::unfused_bytes, 1e-3}}, {}},
      {"JAX, DeepSpeed, plain factors",
       {{&C::stack_jax, 1.0}, {&C::stack_deepspeed, 1.0}, {&C::stack_plain, 1.0}},
       {}},
  };
}

std::string short_text(const std::vector<double>& errors) {
  const calibration::Score score = calibration::score_of(errors);
  return fmt::format("{:.1f} / {:.1f}", 100 * score.median, 100 * score.p90);
}

}  // namespace

void print_ablation(const ScoredRuns& runs, const cost::Coefficients& best) {
  const auto folds = calibration::folds_by_configuration(runs.cases, 10);
  const auto sources = calibration::groups_by(runs.cases, &MeasuredRun::source);
  fmt::print(
      "\n| dropped | dense | experts | source out: dense | experts | mean log | order |\n"
      "|---|---|---|---|---|---|---|\n");
  const auto table = cost::coefficient_table();
  for (const Effect& effect : effects(best)) {
    calibration::FitOptions options;
    options.frozen.assign(table.size(), false);
    cost::Coefficients from = best;
    for (const auto& [constant, value] : effect.constants) {
      from.*constant = value;
      for (std::size_t k = 0; k < table.size(); ++k)
        if (table[k].value == constant) options.frozen[k] = true;
    }
    ScoredRuns changed = runs;
    if (effect.drop)
      for (MeasuredCase& measured : changed.cases) effect.drop(measured);
    options.iterations = 6;
    calibration::Fitter fitter(changed.cases, options);
    const cost::Coefficients fitted = fitter.fit(changed.weights, from);
    const auto by_cfg = calibration::cross_validate(fitter, changed.weights, folds, fitted);
    const auto by_source = calibration::cross_validate(fitter, changed.weights, sources, fitted);
    fmt::print("| {} | {} | {} | {} | {} | {:.2f} / {:.2f} | {:.1f} |\n", effect.name,
               short_text(calibration::errors_of(changed, by_cfg, is_dense)),
               short_text(calibration::errors_of(changed, by_cfg, is_moe)),
               short_text(calibration::errors_of(changed, by_source, is_dense)),
               short_text(calibration::errors_of(changed, by_source, is_moe)), mean_log(changed, by_cfg),
               mean_log(changed, by_source), 100 * calibration::order_of_calm(changed, by_cfg, 0.05).share());
  }
}

}  // namespace astrolabe::accuracy
