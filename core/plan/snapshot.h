#pragma once
// What the engine publishes: an immutable picture of a search, running or ended.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/hardware/cluster.h"
#include "core/strategy/problem.h"

namespace astrolabe::plan {

enum class Status { searching, optimal, feasible, infeasible, failed };
const char* to_string(Status status);

/// Counts of configurations; total is the sum of all but layer_splits.
struct Space {
  std::uint64_t total = 0, rejected_by_rule = 0, rejected_by_limit = 0, rejected_by_memory = 0, cut_by_bound = 0,
                evaluated = 0;
  double layer_splits = 0.0;
};

/// What stands in the way when nothing fits, and a change that would help.
struct Binding {
  cost::Violation violation;   ///< of the nearest strategy
  strategy::Strategy nearest;
  std::uint64_t memory_count = 0, limit_count = 0, rule_count = 0;
};
struct Fix {
  enum class Kind { allow_recompute, add_nodes, raise_limit, lower_micro_batch } kind = Kind::allow_recompute;
  std::string pool;
  double amount = 0.0;  ///< GiB freed, nodes, or the new limit
  std::string limit;    ///< name of the limit to raise
};

struct ParetoPoint {
  double tokens_per_second = 0.0, usd_per_trillion_tokens = 0.0;
  strategy::Strategy strategy;
};

struct Improvement {
  double seconds = 0.0;  ///< since the start of the search
  double step_seconds = 0.0, tokens_per_second = 0.0;
};

struct Snapshot {
  std::uint64_t revision = 0;  ///< of the question it answers
  Status status = Status::searching;
  bool stopped_early = false;
  strategy::Objective objective = strategy::Objective::throughput;
  double gap = 0.0;            ///< |bound - best| / best; meaningful when has_bound
  bool has_bound = false;
  double bound_step_seconds = 0.0;  ///< no strategy can be faster
  double seconds = 0.0;
  int threads = 0;
  Space space;
  double rate = 0.0;           ///< configurations handled a second
  std::vector<cost::Evaluation> best;  ///< ranked
  std::vector<ParetoPoint> pareto;
  std::vector<Improvement> improvements;
  Binding binding;             ///< status infeasible
  std::vector<Fix> fixes;
  std::vector<hardware::Assumption> assumptions;
  std::shared_ptr<const strategy::Problem> problem;  ///< the question, for views that show names beside numbers
  std::string defect;          ///< status failed: what we did wrong
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

}  // namespace astrolabe::plan
