#pragma once
// How well the constants do on runs that a fit has not seen: the figures that the project publishes.

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/calibration/fit.h"
#include "core/calibration/validation.h"

namespace astrolabe::calibration {  // what it scores is all there

/// Complete time rows, with their weights in the fit.
struct ScoredRuns {
  std::vector<MeasuredCase> cases;
  std::vector<int> table;       ///< of each, its place among the tables
  std::vector<double> weights;  ///< 0: the row contradicts itself; it is scored, not fitted
};

/// The published tables of `folder` (resources/measured), in their order; empty where one is not there.
std::vector<MeasuredTable> published_runs(const std::string& folder);

/// `left_out`: a table "id,reason" of the rows that no fit may use. BERT (no decoder) and rows whose
/// throughput is stated without its formula are left out of the scores too.
ScoredRuns scored_runs(std::span<const MeasuredTable> tables, const hardware::Catalogue& catalogue,
                       std::string_view left_out);

/// Peak-memory rows with stated recomputation, and weights for a fit of memory_table().
ScoredRuns scored_memory(const MeasuredTable& table, const hardware::Catalogue& catalogue);
/// GiB of every row from constants that have not seen it.
struct UnseenMemory {
  std::vector<double> by_configuration, source_left_out;
};
UnseenMemory predict_unseen_memory(const ScoredRuns& memory);
/// The constants of memory_table() fitted to all rows under their priors, the others as shipped.
cost::Coefficients fit_memory(const ScoredRuns& memory);

/// Runs whose source warns that they vary by tens of percent.
bool noisy(const MeasuredCase& measured);

/// Seconds a token of every row from constants that have not seen it; 0: not predicted.
struct UnseenTimes {
  std::vector<double> by_configuration;  ///< ten folds: no neighbour of its model, GPU and layout was seen
  std::vector<double> source_left_out, gpu_left_out;
  std::vector<double> new_site;  ///< source left out, then refitted with three of its runs
};

/// What belongs to one table of those that were fitted together.
ScoredRuns of_table(const ScoredRuns& runs, int table);
std::vector<double> of_table(const ScoredRuns& runs, const std::vector<double>& predicted, int table);
UnseenTimes of_table(const ScoredRuns& runs, const UnseenTimes& unseen, int table);

/// Every cross-validation around `best`. Derivatives of `fitter` must be of `best` (after Fitter::fit or
/// differentiate).
UnseenTimes predict_unseen(const Fitter& fitter, const ScoredRuns& runs, const cost::Coefficients& best);

struct Score {
  int rows = 0;
  double median = 0.0, p90 = 0.0;  ///< of the absolute relative error
  double bias = 0.0;               ///< median of the signed one
};
Score score_of(const std::vector<double>& errors);

/// Relative errors, signed, of the rows that were predicted and are `wanted`.
template <class Wanted>
std::vector<double> errors_of(const ScoredRuns& runs, const std::vector<double>& predicted, Wanted&& wanted) {
  std::vector<double> errors;
  for (std::size_t i = 0; i < runs.cases.size(); ++i)
    if (predicted[i] > 0.0 && wanted(runs.cases[i]))
      errors.push_back(predicted[i] / runs.cases[i].measured() - 1.0);
  return errors;
}

/// Relative errors, signed, of the rows that were predicted and are `wanted`: one for each row, run or
/// configuration (one_each).
std::vector<double> errors_counted(const ScoredRuns& runs, const std::vector<double>& predicted,
                                   const std::function<bool(const MeasuredCase&)>& wanted, Counted counted);

/// Order of layouts, without the noisy runs.
Ordering order_of_calm(const ScoredRuns& runs, const std::vector<double>& predicted, double apart);

}  // namespace astrolabe::calibration
