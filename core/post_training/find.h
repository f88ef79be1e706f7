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
};

/// What is looked for beside the best.
struct Extras {
  bool forms = false, frontier = false;
};

/// Exact over set partitions and the counts of usual_counts() within the job's limits on machines and on
/// USD for tokens; the layouts of a set are those with which its calls take least together.
PlacementsFound find_placements(const std::shared_ptr<const Job>& job, const strategy::Problem& problem,
                                strategy::Objective objective, int top, int threads,
                                const std::stop_token& stop, Extras extras = {});
/// The first limit that GPUs with these hourly figures break with an iteration of so many seconds;
/// Binding::none where all hold.
cost::Violation broken_limit(const Job& job, const strategy::Problem& problem, const cost::Money& money,
                             double seconds);

/// Sets as they are written, with the layouts that they name. Errors: roles and pools that are not there,
/// roles placed twice or not at all, more GPUs than a pool has, nothing_fits with the set.
Result<std::shared_ptr<const Placement>> read_placement(const Json& json, const Job& job,
                                                        const strategy::Problem& problem);

/// "placement": a set each with roles, GPUs by pool, layouts by phase and role.
Json placement_json(const Placement& placement, const std::vector<std::string>& pool_ids);
/// "phases": calls with their times and sets.
Json phases_json(const Placement& placement);

}  // namespace astrolabe::post_training
