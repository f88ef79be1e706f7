#pragma once
// What the accuracy program prints.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "tests/reference/scores.h"

namespace astrolabe::accuracy {

using calibration::MeasuredCase;
using calibration::MeasuredRun;
using calibration::ScoredRuns;

inline const auto is_dense = [](const MeasuredCase& m) { return !m.run.is_moe(); };
inline const auto is_moe = [](const MeasuredCase& m) { return m.run.is_moe(); };

/// "median / p90 / bias (rows)", in percent; "-" for no rows.
std::string score_text(const std::vector<double>& errors);
/// Shares of pairs in the right order, measured 5, 10 and 20 % apart.
std::string order_text(const ScoredRuns& runs, const std::vector<double>& predicted);
double mean_log(const ScoredRuns& runs, const std::vector<double>& predicted);
void print_overall(const char* name, const ScoredRuns& runs, const std::vector<double>& predicted);

/// Every effect made trivial in turn, everything else refitted.
void print_ablation(const ScoredRuns& runs, const cost::Coefficients& best);
/// Memory: fitted constants, both cross-validations by kind of reading, rows.
void print_memory(const ScoredRuns& memory, bool rows);
/// Parts of the step and of the memory of one row.
void print_parts(const ScoredRuns& runs, const std::string& id);
/// Measured runs that the memory model would refuse: as stated, and with every layer recomputed.
void print_refused(const ScoredRuns& runs);
/// The tables of the README.
void print_markdown(const ScoredRuns& runs, const calibration::UnseenTimes& unseen, const ScoredRuns& memory);
/// Every cell of the project's table of targets: wanted, measured, whether it holds.
void print_targets(const ScoredRuns& runs, const calibration::UnseenTimes& unseen, const ScoredRuns& memory);
/// Scores of each table: of the shipped constants, by configuration and with the source left out.
void print_both(const ScoredRuns& runs);
/// Quantiles of measured / predicted by class of the band, and how many unseen rows lie inside it.
void print_bands(const ScoredRuns& runs, const calibration::UnseenTimes& unseen);

}  // namespace astrolabe::accuracy
