#pragma once
// The front door of core: searches of strategies, their proofs, and what is asked about them. Plans of every
// kind are asked at core/planning. Jobs beside the search have doors of their own: distributed programs
// (plan/program_report, plan/program_summary, plan/shard), fits (calibration/calibration,
// calibration/kernel_tables) and what rules remove (strategy/rule_counts).

#include <stop_token>
#include <string>
#include <string_view>

#include "core/plan/sensitivity.h"
#include "core/planning/pipelines.h"

namespace astrolabe::hardware {
class Catalogue;
}
namespace astrolabe::calibration {
struct FittedRuns;
struct Validation;
}  // namespace astrolabe::calibration
namespace astrolabe::plan {
struct Plan;
struct Why;
}  // namespace astrolabe::plan

namespace astrolabe {

/// The proof of a finished answer as the bytes of a file for astrolabe-verify: `problem` is what `plan` asks,
/// `answer` what run_search() said, of which the first `places` are proven (of the set of time and money
/// all). Errors: no_certificate for more pools than certificates tell apart; not_proven for an answer that is
/// not optimal at tolerance 0.
Result<std::string> certify(const plan::Plan& plan, const strategy::Problem& problem,
                            const plan::Snapshot& answer, int places = 1, const std::stop_token& stop = {});
/// Refuses before the search what certify() cannot prove, whatever the answer. Errors: no_certificate.
Result<void> can_certify(const strategy::Problem& problem);

/// Searches and says why `strategy` is not first; `publish` as in run_search(). Errors: those of detail().
Result<plan::Why> why(const strategy::Problem& problem, const strategy::Strategy& strategy,
                      const SearchOptions& options, const std::stop_token& stop = {},
                      const Publish& publish = {});

/// How far the first of `answer` holds: plan::sensitivity() with the predictions of detail(). Of the goal of
/// few GPUs only those on as few as the first are asked. Precondition: its ranking is not empty.
plan::Sensitivity sensitivity(const plan::Snapshot& answer, plan::Metric metric, double change,
                              const std::stop_token& stop = {});

/// Number of configurations without searching.
plan::Space count_space(const strategy::Problem& problem);

/// Predicts every row of a table of measured runs (CSV) in the calling thread. Errors: those of
/// calibration::read_measured_runs.
Result<calibration::Validation> validate_runs(std::string_view csv, const hardware::Catalogue& catalogue);
/// Constants refitted to the complete time rows of that table, and all its rows predicted with them. Errors:
/// those of calibration::read_measured_runs and calibration::calibrate.
Result<calibration::FittedRuns> fit_runs(std::string_view csv, const hardware::Catalogue& catalogue);
/// The run `id` of that table as a plan. Errors: those of calibration::read_measured_runs; unknown_run, with
/// the nearest ids; those of calibration::make_case.
Result<plan::Plan> plan_of_run(std::string_view csv, std::string_view id,
                               const hardware::Catalogue& catalogue);

}  // namespace astrolabe
