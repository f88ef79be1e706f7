// Both tables of resources/measured: what the second tells, and how well each is predicted.
#include <algorithm>
#include <array>
#include <string_view>

#include "tests/benchmarks/accuracy.h"

namespace astrolabe::accuracy {

namespace {

/// Of stacks and makers that the first table does not know. The others stay at the fit of the first table:
/// freed over both under these priors they come to 3.5 / 12.0 % of its dense rows by configuration (3.0 / 8.5
/// as they are), and leave the physical (network 0.93, links 0.49 of their rates).
constexpr std::array<std::string_view, 7> kTold{
    "gemm_ada_server",      "elementwise_compiled", "elementwise_native", "elementwise_trainer",
    "host_trainer_seconds", "host_sharded_seconds", "native_slowdown"};
constexpr double kWeakPrior = 0.5;

const char* kind_of(const MeasuredCase& measured) {
  const MeasuredRun& run = measured.run;
  if (!run.train_mode.empty() && run.train_mode != "pretrain") return "fine-tuning";
  return run.is_moe() ? "experts" : "dense";
}

void print_scores(const char* name, const ScoredRuns& runs, const std::vector<double>& predicted) {
  for (const int table : {0, 1})
    for (const std::string_view kind : {"dense", "experts", "fine-tuning"}) {
      std::vector<double> errors;
      for (std::size_t i = 0; i < runs.cases.size(); ++i)
        if (runs.table[i] == table && kind_of(runs.cases[i]) == kind)
          errors.push_back(predicted[i] / runs.cases[i].measured() - 1.0);
      if (!errors.empty()) fmt::print("| {} | {} | {} | {} |\n", name, table + 1, kind, score_text(errors));
    }
}

}  // namespace

void print_both(const ScoredRuns& runs) {
  plan::FitOptions options;
  options.prior_strength = kWeakPrior;
  const auto constants = cost::coefficient_table();
  for (const cost::CoefficientInfo& info : constants)
    options.frozen.push_back(std::find(kTold.begin(), kTold.end(), info.name) == kTold.end());
  plan::Fitter fitter(runs.cases, options);
  const cost::Coefficients shipped;
  const cost::Coefficients best = fitter.fit(runs.weights, shipped);
  for (std::size_t k = 0; k < constants.size(); ++k)
    if (!options.frozen[k])
      fmt::print("{:24} {:.4g} (shipped {:.4g}, prior {:.4g})\n", constants[k].name, best.*constants[k].value,
                 shipped.*constants[k].value, constants[k].start);
  fmt::print("\n| | table | rows | median / 90th percentile / bias, % |\n|---|---|---|---|\n");
  print_scores("shipped", runs, fitter.predict(shipped));
  print_scores("by configuration", runs,
               cross_validate(fitter, runs.weights, plan::folds_by_configuration(runs.cases, 10), best));
  print_scores("source left out", runs,
               cross_validate(fitter, runs.weights, plan::groups_by(runs.cases, &MeasuredRun::source), best));
}

}  // namespace astrolabe::accuracy
