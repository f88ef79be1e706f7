#pragma once
// The front door of core: a Problem goes in, immutable Snapshots come out. Nothing else of core searches
// strategies for ui and app. Jobs beside the search have doors of their own: distributed programs
// (plan/program_report, plan/program_summary, plan/shard), fits (plan/calibration, plan/kernel_tables) and
// what rules remove (strategy/rule_counts).

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>

#include "core/cost/evaluation.h"
#include "core/cost/timeline.h"
#include "core/plan/sensitivity.h"
#include "core/plan/snapshot.h"
#include "core/strategy/problem.h"

namespace astrolabe::hardware {
class Catalogue;
}
namespace astrolabe::plan {
struct FittedRuns;
struct Plan;
struct Validation;
struct Why;
}  // namespace astrolabe::plan

namespace astrolabe {

/// What one search leaves to the next: tables, of which an edit uses again all that it does not touch, and
/// the best strategies, which the next search cuts with. For searches one after the other.
class Carried;
std::shared_ptr<Carried> make_carried();

struct SearchOptions {
  strategy::Objective objective = strategy::Objective::throughput;
  int top = 20;
  int threads = 0;          ///< 0: all cores
  double time_limit = 0.0;  ///< seconds, 0: none
  double tolerance = 0.0;
  bool exhaustive = false;    ///< evaluate all that rules, limits and memory allow
  bool brute_splits = false;  ///< with exhaustive: every layer split
  std::uint64_t seed = 0;
  /// Snapshot::rejected is filled also where there is an answer: for those who show it.
  bool near_answers = true;
  std::shared_ptr<Carried> carried;  ///< of the search before; null: start cold
};

/// What a view shows of one chosen strategy.
struct Detail {
  cost::Evaluation evaluation;
  cost::Violation violation;  ///< binding == none when it is possible
  cost::Timeline timeline;
};

using Publish = std::function<void(plan::SnapshotPtr)>;

/// Searches in the calling thread (with `options.threads` workers) and returns the last snapshot; `publish`
/// (may be empty) gets intermediate ones, at most 25 a second, from any thread.
plan::SnapshotPtr run_search(const strategy::Problem& problem, const SearchOptions& options,
                             const std::stop_token& stop = {}, const Publish& publish = {});

/// The proof of a finished answer as the bytes of a file for astrolabe-verify: `problem` is what `plan` asks,
/// `answer` what run_search() said, of which the first `places` are proven (of the set of time and money
/// all). Errors: no_certificate for more pools than certificates tell apart; not_proven for an answer that is
/// not optimal at tolerance 0.
Result<std::string> certify(const plan::Plan& plan, const strategy::Problem& problem,
                            const plan::Snapshot& answer, int places = 1, const std::stop_token& stop = {});
/// Refuses before the search what certify() cannot prove, whatever the answer. Errors: no_certificate.
Result<void> can_certify(const strategy::Problem& problem);

/// Predicts one strategy. Errors: degrees that do not fit the cluster or the model.
Result<Detail> detail(const strategy::Problem& problem, const strategy::Strategy& strategy);

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
/// plan::read_measured_runs.
Result<plan::Validation> validate_runs(std::string_view csv, const hardware::Catalogue& catalogue);
/// Constants refitted to the complete time rows of that table, and all its rows predicted with them. Errors:
/// those of plan::read_measured_runs and plan::calibrate.
Result<plan::FittedRuns> fit_runs(std::string_view csv, const hardware::Catalogue& catalogue);
/// The run `id` of that table as a plan. Errors: those of plan::read_measured_runs; unknown_run, with the
/// nearest ids; those of plan::make_case.
Result<plan::Plan> plan_of_run(std::string_view csv, std::string_view id,
                               const hardware::Catalogue& catalogue);

/// One worker, one pending slot: a new question stops the running one and the caller never waits.
class SearchRunner {
 public:
  explicit SearchRunner(Publish publish);
  ~SearchRunner();
  SearchRunner(const SearchRunner&) = delete;
  SearchRunner& operator=(const SearchRunner&) = delete;

  void submit(strategy::Problem problem, SearchOptions options, std::uint64_t revision);
  void stop();
  void set_paused(bool paused);

 private:
  struct Question {
    strategy::Problem problem;
    SearchOptions options;
    std::uint64_t revision = 0;
  };
  void loop(const std::stop_token& closing);

  Publish m_publish;
  std::mutex m_mutex;
  std::condition_variable_any m_wake;
  std::optional<Question> m_pending;
  std::stop_source m_current;
  std::atomic<bool> m_paused{false};
  std::shared_ptr<Carried> m_carried;
  std::jthread m_thread;  ///< last: joins before the rest goes
};

}  // namespace astrolabe
