#pragma once
// The best placements of a post-training job on a cluster, with all that is told of them.

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/post_training/placing.h"
#include "core/post_training/question.h"
#include "core/post_training/sets.h"
#include "core/strategy/problem.h"

namespace astrolabe::post_training {

/// A set of a placement with what it takes.
struct PlannedSet {
  PlacedSet placed;
  SetPlan plan;
};

/// Where every role stands, with one iteration.
struct Placement {
  std::shared_ptr<const Job> job;
  std::vector<Unit> units;
  std::vector<PlannedSet> sets;
  Timeline timeline;
  double usd = 0.0;  ///< of an iteration; 0 where prices are not known
  int gpus() const;
  /// Seconds of the GPUs' time in an iteration over those of all sets: 1 where no GPU waits.
  double busy_share() const;
};

struct PlacementsFound {
  std::vector<std::shared_ptr<const Placement>> best;
  long evaluated = 0, cut_by_bound = 0;
  bool stopped = false;
  std::optional<Sets::Lacking> lacking;  ///< where there are none
};

/// Exact over set partitions and the counts of usual_counts(); the layouts of a set are those with which its
/// calls take least together. `cluster` outlives the call.
PlacementsFound find_placements(const std::shared_ptr<const Job>& job, const strategy::Problem& problem,
                                strategy::Objective objective, int top, int threads,
                                const std::stop_token& stop);

/// Sets as they are written, with the layouts that they name. Errors: roles and pools that are not there,
/// roles placed twice or not at all, more GPUs than a pool has, nothing_fits with the set.
Result<std::shared_ptr<const Placement>> read_placement(const Json& json, const Job& job,
                                                        const strategy::Problem& problem);

/// "placement": a set each with roles, GPUs by pool, layouts by phase and role.
Json placement_json(const Placement& placement, const std::vector<std::string>& pool_ids);
/// "phases": calls with their times and sets.
Json phases_json(const Placement& placement);

}  // namespace astrolabe::post_training
