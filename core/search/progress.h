#pragma once
// What a search has found so far, and how it ended.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/cost/evaluation.h"

namespace astrolabe::search {

/// Counts of configurations; total is the sum of the others but layer_splits.
struct Space {
  std::uint64_t total = 0, rejected_by_rule = 0, rejected_by_limit = 0, rejected_by_memory = 0,
                cut_by_bound = 0, evaluated = 0;
  double layer_splits = 0.0;
  /// False: it ended before the space was counted, or there are more than 64 bits hold; the total, the splits
  /// and not_reached are 0.
  bool known = true;
  std::uint64_t not_reached = 0;  ///< open when a search was stopped, or while it runs
};

/// What stands in the way when nothing fits.
struct Binding {
  cost::Violation violation;  ///< of the nearest strategy
  strategy::Strategy nearest;
  std::uint64_t memory_count = 0, limit_count = 0, rule_count = 0;
};

struct ParetoPoint {
  double tokens_per_second = 0.0, usd_per_trillion_tokens = 0.0;
  strategy::Strategy strategy;
};

/// A strategy that was evaluated, for the picture of all of them.
struct SeenPoint {
  double tokens_per_second = 0.0;
  double usd_per_trillion_tokens = -1.0;  ///< negative without a price
  double memory_share = 0.0;
  strategy::Strategy strategy;
};

/// A strategy that is not possible, with the reason.
struct Rejected {
  double excess = 0.0;  ///< how far it is from being possible, as a share of the limit
  cost::Violation violation;
  strategy::Strategy strategy;
};

struct Improvement {
  double seconds = 0.0;  ///< since the start of the search
  double step_seconds = 0.0, tokens_per_second = 0.0;
  double usd_per_trillion_tokens = -1.0;  ///< negative without a price
  int gpus = 0;
};

/// From then on no strategy's objective value was below `bound`.
struct BoundSample {
  double seconds = 0.0;  ///< since the start of the search
  double bound = 0.0;
};

struct Progress {
  bool finished = false;       ///< the whole space was handled
  bool stopped_early = false;  ///< by the time limit or a stop request
  bool optimal = false;        ///< finished, and no strategy is better than the first within the tolerance
  bool has_bound = false;
  double bound = 0.0;  ///< no strategy's objective value is below it
  double gap = 0.0;    ///< |bound - best| / best
  double bound_step_seconds = 0.0;
  bool state_anywhere = false;  ///< the bound holds wherever the optimizer's state lies
  /// Of `best` the first so many are the best of the whole space in this order; none for sets of time and
  /// money. And how much better, as a share, what belongs in the last place may be.
  std::optional<int> places_proven;
  double ranking_gap = 0.0;
  int pools_proven = 0;  ///< the set of time and money is whole over strategies of at most so many pools
  double seconds = 0.0;
  Space space;
  std::vector<cost::Evaluation> best;
  std::vector<ParetoPoint> pareto;
  std::vector<SeenPoint> seen;     ///< every n-th of those evaluated and what none of them beats
  std::vector<Rejected> rejected;  ///< the nearest few, nearest first
  std::vector<Improvement> improvements;
  std::vector<BoundSample> bounds;  ///< how the bound moved: a few hundred moments at most
  Binding binding;
};

}  // namespace astrolabe::search
