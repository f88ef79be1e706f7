#pragma once
// The best placements of a post-training job on a cluster, with all that is told of them.

#include <array>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/cost/evaluation.h"
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
  /// Of a set's GPUs, those that work in a call: copies of an engine may leave some without one.
  double share_at_work(const PlacedCall& call) const;
  /// Seconds of the GPUs' time in an iteration over those of all sets: 1 where no GPU waits.
  double busy_share() const;
};

/// How roles share GPUs: all the same ones, two sets, or each role its own.
enum class Form { together, two_sets, each_alone };
inline constexpr std::array kForms{Form::together, Form::two_sets, Form::each_alone};
/// "together", "two_sets", "each_alone".
const char* to_string(Form form);

/// The best placement of a form; null where none of it fits, or the roles have none.
struct FormFound {
  Form form = Form::together;
  std::shared_ptr<const Placement> best;
  bool beyond_limits = false;  ///< null, as those that fit break the job's limits
};

struct PlacementsFound {
  std::vector<std::shared_ptr<const Placement>> best;
  /// No placement is within the limits: `best` holds the best ones that break them.
  bool beyond_limits = false;
  std::vector<FormFound> forms;  ///< where asked for
  std::vector<std::shared_ptr<const Placement>>
      frontier;  ///< none beats them in seconds and USD; with prices
  long evaluated = 0, cut_by_bound = 0;
  double bound = 0.0;  ///< where stopped: no placement takes less (seconds; USD where these are asked for)
  bool stopped = false;
  std::optional<Sets::Lacking> lacking;  ///< where there are none
  std::optional<Error> refused;          ///< the same: a layout that is asked for and that no set has
};

/// What is looked for beside the best.
struct Extras {
  bool forms = false, frontier = false;
};

/// Exact over set partitions and the counts of usual_counts() within the job's limits; the layouts of a set
/// are those with which its calls take least together.
PlacementsFound find_placements(const std::shared_ptr<const Job>& job, const strategy::Problem& problem,
                                strategy::Objective objective, int top, int threads,
                                const std::stop_token& stop, Extras extras = {});
/// The problem whose tokens are those of the whole job, or of one iteration where its steps are not stated:
/// what limits on time and cost are held against, with failures.
strategy::Problem whole_job(const Job& job, strategy::Problem problem);
/// Errors: missing_key where limits on the time or the cost of the job stand without its steps.
Result<void> check_limits(const Job& job, const strategy::Job& limits);

/// What `sets` found, with all that is told of it.
std::shared_ptr<const Placement> placement_of(const std::shared_ptr<const Job>& job, Sets& sets,
                                              const PlacingAnswer& answer);

/// Sets as they are written, with the layouts that they name. Errors: roles and pools that are not there,
/// roles placed twice or not at all, more GPUs than a pool has, nothing_fits with the set.
Result<std::shared_ptr<const Placement>> read_placement(const Json& json, const Job& job,
                                                        const strategy::Problem& problem);

/// "placement": a set each with roles, GPUs by pool, layouts by phase and role.
Json placement_json(const Placement& placement, const std::vector<std::string>& pool_ids);
/// "phases": calls with their times and sets.
Json phases_json(const Placement& placement);

}  // namespace astrolabe::post_training
