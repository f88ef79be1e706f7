#pragma once
// The search: every configuration bounded, the promising ones split and simulated, best first.

#include <atomic>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/search/partition.h"
#include "core/search/progress.h"
#include "core/strategy/problem.h"

namespace astrolabe::cost {
class KeptTables;
}

namespace astrolabe::search {

class Control;

struct Request {
  strategy::Objective objective = strategy::Objective::throughput;
  int top = 20;
  int threads = 1;
  double time_limit = 0.0;  ///< seconds, 0: none
  /// Ends as at the time limit once it was asked so often whether to; 0: never. The same moment in every run
  /// of one worker.
  std::int64_t most_asks = 0;
  /// What a search over more pools than a tree holds may spend, in steps of a few microseconds; 0: as much as
  /// takes about a second. Counted, so that the same is found in every run.
  std::int64_t most_work = 0;
  bool many_pools = false;  ///< however few pools there are they are searched as many are
  double tolerance = 0.0;
  bool exhaustive = false;
  bool brute_splits = false;
  /// StackTraits::state_held: below 1 answers are bounds of those whose state may lie on any GPU.
  double state_held = 1.0;
  bool near_misses = true;   ///< what was nearest to being an answer is looked for when the search is over
  bool near_answers = true;  ///< also where there is an answer
  Effort effort;             ///< per configuration
  /// Where tables of earlier searches are looked for and those of this one are left; null: made anew.
  cost::KeptTables* kept = nullptr;
  /// Strategies to cut with early if they are in the space, such as the best of an earlier search; their
  /// split of layers does not matter. The answer does not depend on them.
  std::vector<strategy::Strategy> starts;
};

using Report = std::function<void(const Progress&)>;

/// Runs to the end, the time limit or a stop request. `report` gets intermediate pictures at most 25 times a
/// second from one of the workers. `paused`, while true, holds all workers. The answer does not depend on the
/// number of threads: an answer is cut only when its bound is above the value that still ranks, and the
/// ranking is a total order.
Progress run(const strategy::Problem& problem, const Request& request, const std::stop_token& stop,
             const std::atomic<bool>* paused, const Report& report);

/// Some strategy that fits and keeps the limits, from a small part of the space before the whole is laid out:
/// with one chunk a stage under 1F1B, nothing in host memory and experts that no ranks share, unless the job
/// names these itself; nothing where a short look finds none. It is a strategy of the whole space as well, so
/// that people see it at once; nothing is cut by it. `tables` are those of `problem`.
std::optional<cost::Evaluation> first_answer(const strategy::Problem& problem, const Request& request,
                                             Control& control, cost::Tables& tables);

/// Total and rejected_by_rule without costing anything.
Space count(const strategy::Problem& problem);

}  // namespace astrolabe::search
