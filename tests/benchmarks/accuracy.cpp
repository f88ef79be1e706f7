// Accuracy of the step-time model on the published runs of resources/measured: fits, cross-validations and
// the ablation table. `astrolabe_accuracy` prints them; --fit starts from the priors instead of the shipped
// constants, --ablation adds the ablation table, --markdown prints the table of the README.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "core/base/text.h"
#include "core/cost/shape.h"
#include "core/plan/fit.h"
#include "core/plan/validation.h"

namespace {

using namespace astrolabe;
using namespace astrolabe::plan;

struct Scores {
  std::vector<double> errors;  // signed
  std::string text() const {
    if (errors.empty()) return "-";
    std::vector<double> absolute;
    for (const double e : errors) absolute.push_back(std::fabs(e));
    return fmt::format("{:4.1f} / {:4.1f} / {:+5.1f} ({})", 100 * quantile(absolute, 0.5),
                       100 * quantile(absolute, 0.9), 100 * quantile(errors, 0.5), errors.size());
  }
};

struct Data {
  std::vector<MeasuredCase> cases;
  std::vector<double> weights;
};

Data load() {
  const std::string folder = ASTROLABE_SOURCE_DIR "/resources/measured/";
  const auto table = read_measured_runs(*read_text_file(folder + "measured_training.csv"));
  std::set<std::string> left_out;
  for (const auto& row : read_csv(*read_text_file(folder + "left_out_of_fits.csv"))) left_out.insert(row[0]);
  std::vector<SkippedRow> skipped;
  Data data;
  for (MeasuredCase& measured : make_cases(*table, hardware::Catalogue::built_in(), skipped)) {
    const MeasuredRun& run = measured.run;
    const bool comparable = !contains_ignoring_case(run.flops_convention, "formula not stated");
    if (run.is_time() && run.complete() && run.family != "bert" && comparable)
      data.cases.push_back(std::move(measured));
  }
  data.weights = fit_weights(data.cases);
  for (std::size_t i = 0; i < data.cases.size(); ++i)
    if (left_out.contains(data.cases[i].run.id)) data.weights[i] = 0.0;
  return data;
}

bool noisy(const MeasuredCase& measured) {
  return contains_ignoring_case(measured.run.notes, "vary by up to");
}

Scores scores(const Data& data, const std::vector<double>& predicted, auto&& wanted) {
  Scores result;
  for (std::size_t i = 0; i < data.cases.size(); ++i)
    if (wanted(data.cases[i]))
      result.errors.push_back(predicted[i] / data.cases[i].measured_seconds_per_token() - 1.0);
  return result;
}

double mean_log(const Data& data, const std::vector<double>& predicted) {
  double sum = 0.0;
  for (std::size_t i = 0; i < data.cases.size(); ++i)
    sum += std::fabs(std::log(predicted[i] / data.cases[i].measured_seconds_per_token()));
  return 100.0 * sum / static_cast<double>(data.cases.size());
}

std::string order_text(const Data& data, const std::vector<double>& predicted) {
  std::vector<MeasuredCase> calm;
  std::vector<double> times;
  for (std::size_t i = 0; i < data.cases.size(); ++i)
    if (!noisy(data.cases[i])) {
      calm.push_back(data.cases[i]);
      times.push_back(predicted[i]);
    }
  std::string text;
  for (const double apart : {0.05, 0.10, 0.20}) {
    const Ordering ordering = order_of(calm, times, apart);
    text += fmt::format("{:.1f} % of {}  ", 100 * ordering.share(), ordering.pairs);
  }
  return text;
}

const auto is_dense = [](const MeasuredCase& m) { return !m.run.is_moe(); };
const auto is_moe = [](const MeasuredCase& m) { return m.run.is_moe(); };

void print_overall(const char* name, const Data& data, const std::vector<double>& predicted) {
  fmt::print("{:28} dense {}   experts {}   mean log {:.2f}   order {}\n", name,
             scores(data, predicted, is_dense).text(), scores(data, predicted, is_moe).text(),
             mean_log(data, predicted), order_text(data, predicted));
}

void print_groups(const char* title, const Data& data, const std::vector<double>& by_cfg,
                  const std::vector<double>& by_source, std::string MeasuredRun::*key) {
  fmt::print("\n{:24} {:>30} {:>30} {:>30} {:>30}\n", title, "dense by cfg", "experts by cfg",
             "dense source out", "experts source out");
  std::set<std::string> names;
  for (const MeasuredCase& measured : data.cases) names.insert(measured.run.*key);
  for (const std::string& name : names) {
    const auto dense = [&](const MeasuredCase& m) { return m.run.*key == name && is_dense(m); };
    const auto moe = [&](const MeasuredCase& m) { return m.run.*key == name && is_moe(m); };
    fmt::print("{:24} {:>30} {:>30} {:>30} {:>30}\n", name, scores(data, by_cfg, dense).text(),
               scores(data, by_cfg, moe).text(), scores(data, by_source, dense).text(),
               scores(data, by_source, moe).text());
  }
}

void print_worst(const Data& data, const std::vector<double>& predicted, int most) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < data.cases.size(); ++i)
    order.emplace_back(predicted[i] / data.cases[i].measured_seconds_per_token() - 1.0, i);
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return std::fabs(a.first) > std::fabs(b.first); });
  fmt::print("\nworst rows (by configuration)\n");
  for (int n = 0; n < most && n < static_cast<int>(order.size()); ++n) {
    const auto& [error, i] = order[static_cast<std::size_t>(n)];
    const MeasuredCase& m = data.cases[i];
    const strategy::Strategy& s = m.strategy;
    fmt::print(
        "{:+6.1f} % {:10} {:24} {:18} x{:<5} {:6} tp{} pp{}x{} cp{} ep{} mbs{} gbs{} seq{} zero{} {} {}\n",
        100 * error, m.run.id, m.run.model, m.run.gpu, *m.run.gpus, m.run.dtype, s.tensor_parallel,
        s.pipeline_parallel, s.virtual_pipeline, s.context_parallel, s.expert_parallel, s.micro_batch,
        m.problem.job.global_batch, m.problem.job.sequence_length, s.zero_stage, m.run.recompute,
        m.run.framework);
  }
}

/// Effects that can be made trivial: name, constant, trivial value.
struct Effect {
  const char* name;
  double cost::Coefficients::*constant;
  double trivial;
};

void print_ablation(const Data& data, const cost::Coefficients& best, const std::vector<int>& folds,
                    const std::vector<int>& sources) {
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
      {{"low-precision factors", &C::fp8_hopper, 1.0},
       {"", &C::fp8_blackwell, 1.0},
       {"", &C::mxfp8_blackwell, 1.0},
       {"", &C::fp4_blackwell, 1.0}},
      {{"low-precision casts", &C::cast_bytes, 1e-3}},
      {{"grouped-GEMM share and cost", &C::grouped_share, 1.0}, {"", &C::grouped_seconds, 1e-12}},
      {{"EP all-to-all", &C::all_to_all_exposed, 1e-6}},
      {{"TP collectives", &C::tensor_share, 1e3}},
      {{"TP overlap", &C::tensor_overlap, 1e-6}},
      {{"DP traffic", &C::network_share, 1e3}},
      {{"DP overlap", &C::data_overlap, 1e-6}},
      {{"FSDP gathers", &C::fsdp_share, 1e3}, {"", &C::fsdp_slowdown, 1e-9}},
      {{"CP traffic", &C::context_exposed, 1e-9}},
      {{"host time", &C::host_layer_seconds, 1e-9}, {"", &C::host_moe_seconds, 1e-9}},
      {{"checkpoint host cost", &C::checkpoint_seconds, 1e-9}},
      {{"optimizer", &C::optimizer_bytes, 1e-3}},
      {{"stragglers", &C::straggler, 1e-9}},
      {{"software year (with step)", &C::software_dense, 1e-9},
       {"", &C::software_moe, 1e-9},
       {"", &C::software_moe_step, 1e-9}},
      {{"MoE software step", &C::software_moe_step, 1e-9}},
      {{"slow sink attention", &C::attention_sink, 1.0}},
      {{"misaligned head width", &C::unfused_misaligned, 1.0}},
      {{"JAX, DeepSpeed factors", &C::stack_jax, 1.0}, {"", &C::stack_deepspeed, 1.0}},
  };
  fmt::print("\n### Ablation: effect made trivial, everything else refitted (median / p90 / bias, %)\n");
  const auto table = cost::coefficient_table();
  for (const auto& effect : effects) {
    FitOptions options;
    options.frozen.assign(table.size(), false);
    cost::Coefficients from = best;
    for (const Effect& part : effect) {
      if (part.trivial < 0.0) continue;
      from.*part.constant = part.trivial;
      for (std::size_t k = 0; k < table.size(); ++k)
        if (table[k].value == part.constant) options.frozen[k] = true;
    }
    options.iterations = 6;
    Fitter fitter(data.cases, options);
    const cost::Coefficients fitted = fitter.fit(data.weights, from);
    const auto by_cfg = cross_validate(fitter, data.weights, folds, fitted);
    const auto by_source = cross_validate(fitter, data.weights, sources, fitted);
    fmt::print("{:28} dense {}  experts {} | source out {}  {} | mean log {:.2f} / {:.2f} | order {}\n",
               effect.front().name, scores(data, by_cfg, is_dense).text(),
               scores(data, by_cfg, is_moe).text(), scores(data, by_source, is_dense).text(),
               scores(data, by_source, is_moe).text(), mean_log(data, by_cfg), mean_log(data, by_source),
               order_text(data, by_cfg));
  }
}

/// Parts of the step of one row, as the plan's answer would show them.
void print_parts(const Data& data, const char* id) {
  for (const MeasuredCase& measured : data.cases) {
    if (measured.run.id != id) continue;
    cost::Tables tables(measured.problem);
    const cost::Shape shape(tables, measured.strategy);
    const cost::Evaluation evaluation = shape.evaluate(measured.layers, true);
    fmt::print("{}: measured {:.4f} s, predicted {:.4f} s\n", id,
               measured.measured_seconds_per_token() * measured.tokens_per_step, evaluation.step.value);
    for (int part = 0; part < cost::kParts; ++part)
      fmt::print("  {:20} {:.4f}\n", cost::to_string(static_cast<cost::Part>(part)),
                 evaluation.time[static_cast<cost::Part>(part)]);
    for (const AssumedSetting& setting : measured.assumed)
      fmt::print("  assumed {} = {} ({})\n", setting.what, setting.value, setting.rule);
  }
}

/// Measured runs that the memory model would refuse: as stated, and with every layer recomputed.
void print_refused(const Data& data) {
  std::map<std::string, std::array<int, 3>> counts;
  for (const MeasuredCase& measured : data.cases) {
    cost::Tables tables(measured.problem);
    const cost::Shape shape(tables, measured.strategy);
    const auto over = [&](strategy::Recompute recompute) {
      double most = 0.0;
      int begin = 0;
      for (int j = 0; j < shape.stages(); ++j) {
        const int held = measured.layers[static_cast<std::size_t>(j)];
        const auto cost = shape.stage(j, {begin, begin + held}, recompute,
                                      recompute == strategy::Recompute::full ? held : 0);
        begin += held;
        if (!cost.fits) most = std::max(most, cost.over.value / kGib);
      }
      return most;
    };
    const std::string key =
        measured.run.source + (measured.run.recompute.empty() ? ", recompute not stated" : "");
    ++counts[key][0];
    const double stated = over(measured.strategy.recompute);
    const double full = over(strategy::Recompute::full);
    if (stated > 0.0) ++counts[key][1];
    if (full > 0.0) ++counts[key][2];
    if (full > 0.0 || (stated > 0.0 && !measured.run.recompute.empty()))
      fmt::print("{} {} {} x{} over {:.1f} GiB as stated, {:.1f} with full recomputation\n", measured.run.id,
                 measured.run.model, measured.run.gpu, *measured.run.gpus, stated, full);
  }
  for (const auto& [key, n] : counts)
    fmt::print("{:44} {:4} runs, {:3} do not fit as stated, {:3} not even with full recomputation\n", key,
               n[0], n[1], n[2]);
}

}  // namespace

int main(int argc, char** argv) {
  const auto asked = [&](const char* option) {
    return std::any_of(argv + 1, argv + argc, [&](const char* a) { return std::strcmp(a, option) == 0; });
  };
  const Data data = load();
  if (argc == 3 && asked("--parts")) {
    print_parts(data, argv[2]);
    return 0;
  }
  if (asked("--refused")) {
    print_refused(data);
    return 0;
  }
  const auto table = cost::coefficient_table();
  cost::Coefficients start;
  if (asked("--fit"))
    for (const auto& info : table) start.*info.value = info.start;
  Fitter fitter(data.cases, {});
  print_overall(asked("--fit") ? "priors" : "shipped", data, fitter.predict(start));
  const cost::Coefficients best = fitter.fit(data.weights, start);
  const std::vector<int> rows = fitter.rows_by_constant();
  fmt::print("\nconstant                   fitted      shipped     prior      spread  rows  meaning\n");
  const cost::Coefficients shipped;
  for (std::size_t k = 0; k < table.size(); ++k)
    fmt::print("{:26} {:<11.4g} {:<11.4g} {:<10.4g} {:<7.2g} {:<5} {}\n", table[k].name, best.*table[k].value,
               shipped.*table[k].value, table[k].start, table[k].spread, rows[k], table[k].meaning);
  const auto folds = folds_by_configuration(data.cases, 10);
  const auto sources = groups_by(data.cases, &MeasuredRun::source);
  const auto types = groups_by(data.cases, &MeasuredRun::gpu);
  fmt::print("\nmedian / p90 / bias in %, (rows)\n");
  print_overall("in sample", data, fitter.predict(best));
  const auto by_cfg = cross_validate(fitter, data.weights, folds, best);
  print_overall("by configuration", data, by_cfg);
  const auto by_source = cross_validate(fitter, data.weights, sources, best);
  print_overall("source left out", data, by_source);
  print_overall("GPU type left out", data, cross_validate(fitter, data.weights, types, best));
  print_groups("GPU", data, by_cfg, by_source, &MeasuredRun::gpu);
  print_groups("source", data, by_cfg, by_source, &MeasuredRun::source);
  if (asked("--worst")) print_worst(data, by_cfg, 90);
  if (asked("--rows"))
    for (std::size_t i = 0; i < data.cases.size(); ++i)
      fmt::print("row,{},{},{},{}\n", data.cases[i].run.id, data.cases[i].measured_seconds_per_token(),
                 by_cfg[i], by_source[i]);
  if (asked("--ablation")) print_ablation(data, best, folds, sources);
  return 0;
}
