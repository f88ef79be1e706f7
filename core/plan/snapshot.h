#pragma once
// What the engine publishes: an immutable picture of a search, running or ended.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/hardware/cluster.h"
#include "core/search/progress.h"
#include "core/strategy/problem.h"

namespace astrolabe::plan {

enum class Status { searching, optimal, feasible, infeasible, failed };
const char* to_string(Status status);
/// What a search was doing; none: not known.
enum class Phase { none, preparing, searching, fixing };

using search::Binding;
using search::BoundSample;
using search::Improvement;
using search::ParetoPoint;
using search::Rejected;
using search::SeenPoint;
using search::Space;

/// A change of the question that was searched and found to make it possible.
struct Fix {
  enum class Kind {
    allow_recompute,
    add_nodes,
    raise_limit,
    lower_micro_batch,
    more_host_memory,  ///< in each node of a pool
    free_setting,      ///< a key of the job's `fixed` or `allowed` left to the search
    rule_off           ///< a rule that may be switched off, or one of the job's own
  } kind = Kind::allow_recompute;
  std::string pool;
  double amount = 0.0;  ///< GiB freed, GiB of host memory a node, nodes, or the new limit
  std::string limit;    ///< name of the limit to raise, of the setting (empty: all of them) or of the rule
  std::vector<std::pair<std::string, double>> also = {};  ///< further limits that have to be raised with it
};

struct Snapshot {
  std::uint64_t revision = 0;  ///< of the question it answers
  Status status = Status::searching;
  bool stopped_early = false;
  strategy::Objective objective = strategy::Objective::throughput;
  double gap = 0.0;  ///< |bound - best| / best; meaningful when has_bound
  bool has_bound = false;
  double bound_step_seconds = 0.0;  ///< no strategy can be faster
  bool state_anywhere = false;      ///< the bound holds wherever the optimizer's state lies
  /// So many of `best` are the best of the whole space in this order; none: not told. How much better, as a
  /// share, what belongs in the last place may be.
  std::optional<int> places_proven;
  double ranking_gap = 0.0;
  int pools_proven = 0;  ///< the set of time and money is whole over strategies of at most so many pools
  double seconds = 0.0;
  int threads = 0;
  std::uint64_t seed = 0;
  Space space;
  double rate = 0.0;                   ///< configurations handled a second
  std::vector<cost::Evaluation> best;  ///< ranked
  std::vector<ParetoPoint> pareto;
  std::vector<SeenPoint> seen;     ///< strategies evaluated on the way; which ones depends on the run
  std::vector<Rejected> rejected;  ///< the nearest of those that are not possible
  std::vector<Improvement> improvements;
  std::vector<BoundSample> bounds;  ///< how the bound moved, of the objective's values; not all moments
  Binding binding;                  ///< status infeasible
  std::vector<Fix> fixes;
  std::vector<hardware::Assumption> assumptions;
  std::shared_ptr<const strategy::Problem>
      problem;                ///< the question, for views that show names beside numbers
  std::string defect;         ///< status failed: what we did wrong
  Phase phase = Phase::none;  ///< status failed: and when
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

}  // namespace astrolabe::plan
