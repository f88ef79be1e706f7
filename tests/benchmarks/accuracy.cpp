// Accuracy of the step-time model on the published runs of resources/measured: fit, cross-validations, bands
// and tables; kUsage says what can be asked for.
#include "tests/benchmarks/accuracy.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <span>

#include "core/base/file_read.h"
#include "core/base/text.h"

namespace astrolabe::accuracy {

std::string score_text(const std::vector<double>& errors) {
  if (errors.empty()) return "-";
  const calibration::Score score = calibration::score_of(errors);
  return fmt::format("{:4.1f} / {:4.1f} / {:+5.1f} ({})", 100 * score.median, 100 * score.p90,
                     100 * score.bias, score.rows);
}

double mean_log(const ScoredRuns& runs, const std::vector<double>& predicted) {
  double sum = 0.0;
  for (std::size_t i = 0; i < runs.cases.size(); ++i)
    sum += std::fabs(std::log(predicted[i] / runs.cases[i].measured_seconds_per_token()));
  return 100.0 * sum / static_cast<double>(runs.cases.size());
}

std::string order_text(const ScoredRuns& runs, const std::vector<double>& predicted) {
  std::string text;
  for (const double apart : {0.05, 0.10, 0.20}) {
    const calibration::Ordering ordering = calibration::order_of_calm(runs, predicted, apart);
    text += fmt::format("{:.1f} % of {}  ", 100 * ordering.share(), ordering.pairs);
  }
  return text;
}

void print_overall(const char* name, const ScoredRuns& runs, const std::vector<double>& predicted) {
  fmt::print("{:28} dense {}   experts {}   mean log {:.2f}   order {}\n", name,
             score_text(calibration::errors_of(runs, predicted, is_dense)),
             score_text(calibration::errors_of(runs, predicted, is_moe)), mean_log(runs, predicted),
             order_text(runs, predicted));
}

}  // namespace astrolabe::accuracy

namespace {

using namespace astrolabe;
using namespace astrolabe::accuracy;

void print_groups(const char* title, const ScoredRuns& runs, const std::vector<double>& by_cfg,
                  const std::vector<double>& by_source, std::string MeasuredRun::*key) {
  fmt::print("\n{:24} {:>30} {:>30} {:>30} {:>30}\n", title, "dense by cfg", "experts by cfg",
             "dense source out", "experts source out");
  std::set<std::string> names;
  for (const MeasuredCase& measured : runs.cases) names.insert(measured.run.*key);
  for (const std::string& name : names) {
    const auto dense = [&](const MeasuredCase& m) { return m.run.*key == name && is_dense(m); };
    const auto moe = [&](const MeasuredCase& m) { return m.run.*key == name && is_moe(m); };
    fmt::print("{:24} {:>30} {:>30} {:>30} {:>30}\n", name,
               score_text(calibration::errors_of(runs, by_cfg, dense)),
               score_text(calibration::errors_of(runs, by_cfg, moe)),
               score_text(calibration::errors_of(runs, by_source, dense)),
               score_text(calibration::errors_of(runs, by_source, moe)));
  }
}

void print_worst(const ScoredRuns& runs, const std::vector<double>& predicted, int most) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < runs.cases.size(); ++i)
    order.emplace_back(predicted[i] / runs.cases[i].measured_seconds_per_token() - 1.0, i);
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return std::fabs(a.first) > std::fabs(b.first); });
  fmt::print("\nworst rows (by configuration)\n");
  for (int n = 0; n < most && n < static_cast<int>(order.size()); ++n) {
    const auto& [error, i] = order[static_cast<std::size_t>(n)];
    const MeasuredCase& m = runs.cases[i];
    const strategy::Strategy& s = m.strategy;
    fmt::print(
        "{:+6.1f} % {:10} {:24} {:18} x{:<5} {:6} tp{} pp{}x{} cp{} ep{} mbs{} gbs{} seq{} zero{} {} {}\n",
        100 * error, m.run.id, m.run.model, m.run.gpu, *m.run.gpus, m.run.dtype, s.tensor_parallel,
        s.pipeline_parallel, s.virtual_pipeline, s.context_parallel, s.expert_parallel, s.micro_batch,
        m.problem.job.global_batch, m.problem.job.sequence_length, s.zero_stage, m.run.recompute,
        m.run.framework);
  }
}

void print_constants(const cost::Coefficients& best, const std::vector<int>& rows) {
  const auto table = cost::coefficient_table();
  const cost::Coefficients shipped;
  fmt::print(
      "\nconstant                   fitted      shipped     prior      spread  least    most     rows  "
      "meaning\n");
  for (std::size_t k = 0; k < table.size(); ++k)
    fmt::print("{:26} {:<11.4g} {:<11.4g} {:<10.4g} {:<7.2g} {:<8.3g} {:<8.3g} {:<5} {}\n", table[k].name,
               best.*table[k].value, shipped.*table[k].value, table[k].start, table[k].spread, table[k].least,
               table[k].most, rows[k], table[k].meaning);
}

}  // namespace

/// Rows whose prediction each constant changes; 0 for those that only runs of one site move.
std::vector<int> rows_by_constant(const calibration::Fitter& fitter, const cost::Coefficients& at) {
  constexpr double kStep = 0.01, kLeast = 1e-4;  // of a constant's logarithm, of a prediction's by that
  const std::vector<double> here = fitter.predict(at);
  std::vector<int> rows;
  for (const cost::CoefficientInfo& info : cost::coefficient_table()) {
    rows.push_back(0);
    if (info.of_site) continue;
    cost::Coefficients moved = at;
    moved.*info.value *= std::exp(kStep);
    const std::vector<double> there = fitter.predict(moved);
    for (std::size_t i = 0; i < here.size(); ++i)
      if (std::fabs(std::log(there[i] / here[i])) > kLeast * kStep) ++rows.back();
  }
  return rows;
}

constexpr const char* kUsage =
    "astrolabe_accuracy [OPTION...]: fit to both tables, both cross-validations, targets and bands of the "
    "first\n"
    "  --fit            start from the priors, not from the shipped constants\n"
    "  --soft S, --prior P  of the fit (core/calibration/fit.h)\n"
    "  --ablation       and every effect dropped, everything else refitted\n"
    "  --worst, --rows  and the worst rows; every row: id, seconds a token, by configuration, source out\n"
    "  --markdown       the tables of README.md alone\n"
    "  --both           scores of each table, as shipped, by configuration and with the source left out\n"
    "  --memory [--rows]  the memory instead\n"
    "  --refused        runs that the memory model would refuse\n"
    "  --parts ID       parts of one row's step and memory\n";

int main(int argc, char** argv) {
  const auto asked = [&](const char* option) {
    return std::any_of(argv + 1, argv + argc, [&](const char* a) { return std::strcmp(a, option) == 0; });
  };
  const auto number = [&](const char* option, double usual) {
    for (int i = 1; i + 1 < argc; ++i)
      if (std::strcmp(argv[i], option) == 0) return parse_number(argv[i + 1]).value_or(usual);
    return usual;
  };
  if (asked("--help") || asked("-h")) {
    fmt::print("{}", kUsage);
    return 0;
  }
  const std::string folder = ASTROLABE_SOURCE_DIR "/resources/measured/";
  const std::vector<calibration::MeasuredTable> tables = calibration::published_runs(folder);
  const auto left_out = read_text_file(folder + "left_out_of_fits.csv");
  if (tables.empty() || !left_out) {
    fmt::print(stderr, "{} is not there: this program reads the tree that it was built from\n", folder);
    return 2;
  }
  const calibration::MeasuredTable* table = &tables.front();
  const auto& catalogue = hardware::Catalogue::built_in();
  const ScoredRuns both = calibration::scored_runs(tables, catalogue, *left_out);
  if (asked("--both")) {
    print_both(both);
    return 0;
  }
  const ScoredRuns runs = calibration::of_table(both, 0);
  if (argc == 3 && asked("--parts")) {
    print_parts(runs, argv[2]);
    return 0;
  }
  if (asked("--refused")) {
    print_refused(runs);
    return 0;
  }
  if (asked("--memory")) {
    print_memory(calibration::scored_memory(*table, catalogue), asked("--rows"));
    return 0;
  }
  cost::Coefficients start;
  if (asked("--fit"))
    for (const auto& info : cost::coefficient_table()) start.*info.value = info.start;
  calibration::FitOptions options;
  options.soft = number("--soft", options.soft);
  options.prior_strength = number("--prior", options.prior_strength);
  calibration::Fitter fitter(both.cases, options);
  const cost::Coefficients best = asked("--markdown") ? start : fitter.fit(both.weights, start);
  if (asked("--markdown")) fitter.differentiate(best);
  const calibration::UnseenTimes unseen =
      calibration::of_table(both, calibration::predict_unseen(fitter, both, best), 0);
  const auto first = [&](const std::vector<double>& predicted) {
    return calibration::of_table(both, predicted, 0);
  };
  if (asked("--markdown")) {
    print_markdown(runs, unseen, calibration::scored_memory(*table, catalogue));
    return 0;
  }
  print_overall("shipped", runs, first(fitter.predict({})));
  print_constants(best, rows_by_constant(fitter, best));
  fmt::print("\nmedian / p90 / bias in %, (rows)\n");
  print_overall("in sample", runs, first(fitter.predict(best)));
  print_overall("by configuration", runs, unseen.by_configuration);
  // How configurations are dealt over the folds moves the figures: targets are compared with ten.
  for (const int folds : {5, 8, 12, 15, 20, 30, static_cast<int>(both.cases.size())})
    print_overall(folds > 30 ? "each one left out alone" : fmt::format("in {} folds", folds).c_str(), runs,
                  first(calibration::cross_validate(
                      fitter, both.weights, calibration::folds_by_configuration(both.cases, folds), best)));
  print_overall("source left out", runs, unseen.source_left_out);
  print_overall("GPU type left out", runs, unseen.gpu_left_out);
  fmt::print("{:28} dense {}   experts {}\n", "new site, three runs",
             score_text(calibration::errors_of(runs, unseen.new_site, is_dense)),
             score_text(calibration::errors_of(runs, unseen.new_site, is_moe)));
  print_groups("GPU", runs, unseen.by_configuration, unseen.source_left_out, &MeasuredRun::gpu);
  print_groups("source", runs, unseen.by_configuration, unseen.source_left_out, &MeasuredRun::source);
  print_targets(runs, unseen, calibration::scored_memory(*table, catalogue));
  print_bands(runs, unseen);
  if (asked("--worst")) print_worst(runs, unseen.by_configuration, 90);
  if (asked("--rows"))
    for (std::size_t i = 0; i < runs.cases.size(); ++i)
      fmt::print("row,{},{},{},{}\n", runs.cases[i].run.id, runs.cases[i].measured_seconds_per_token(),
                 unseen.by_configuration[i], unseen.source_left_out[i]);
  if (asked("--ablation")) print_ablation(runs, best);
  return 0;
}
