// Both tables of resources/measured, which are fitted together: how well each is predicted.
#include <string_view>

#include "tests/benchmarks/accuracy.h"

namespace astrolabe::accuracy {

namespace {

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
  calibration::Fitter fitter(runs.cases, {});
  const cost::Coefficients shipped;
  fitter.differentiate(shipped);
  fmt::print("| | table | rows | median / 90th percentile / bias, % |\n|---|---|---|---|\n");
  print_scores("shipped", runs, fitter.predict(shipped));
  print_scores(
      "by configuration", runs,
      cross_validate(fitter, runs.weights, calibration::folds_by_configuration(runs.cases, 10), shipped));
  print_scores("source left out", runs,
               cross_validate(fitter, runs.weights, calibration::groups_by(runs.cases, &MeasuredRun::source),
                              shipped));
}

}  // namespace astrolabe::accuracy
