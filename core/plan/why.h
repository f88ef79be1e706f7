#pragma once
// Why a given strategy is not first: the rule, the memory, the limit, or where its time goes.

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/cost/evaluation.h"
#include "core/plan/snapshot.h"
#include "core/plan/why_causes.h"

namespace astrolabe::plan {

enum class Verdict {
  best,           ///< it is the best one, or ahead of all: is_ahead()
  tied,           ///< as good by the objective; `tied_by` tells why another stands first
  on_front,       ///< objective pareto: nothing is both faster and cheaper
  rule,           ///< ruled out by a rule
  memory,         ///< out of memory
  limit,          ///< breaks a limit of the job
  outside_space,  ///< a setting has a value that the job or the search does not allow
  slower,         ///< possible, and worse by the objective (objective throughput)
  dearer,         ///< the same for money
  larger,         ///< objective gpus: possible, and on more GPUs
  dominated,      ///< objective pareto: another one is faster and cheaper
  not_reached     ///< as good as or better than all that an unfinished search has seen
};
const char* to_string(Verdict verdict);

struct Why {
  Verdict verdict = Verdict::best;
  cost::Violation violation;  ///< verdicts rule, memory, limit
  std::string rule_text;      ///< verdict rule: what the rule says
  /// Verdict outside_space: the key, with the value it may not have or that is not tried by itself.
  std::string setting;
  /// Verdict tied: what the first is ahead by, in the order of the ranking: "usd_per_trillion_tokens",
  /// "step_seconds", "gpus", the first setting that comes before in it, or "stages".
  std::string tied_by;
  std::optional<int> rank;                ///< among the best, from 1
  std::optional<cost::Evaluation> given;  ///< empty when a rule forbids it
  /// What it is compared with, empty when nothing fits: the first of the ranking; where steps are ranked on
  /// nodes with slow GPUs the one that is fastest as it stands on them, as plan weighs fresh starts.
  std::optional<cost::Evaluation> best;
  std::optional<cost::Evaluation> dominated_by;  ///< verdict dominated
  std::vector<Fix> fixes;                        ///< nothing fits the question: what would make it possible
  bool nothing_fits = false;                     ///< proven: no strategy is possible
  bool stopped_early = false;                    ///< the search was: `best` is the best it had seen
  /// Largest first; they add up to the difference of the steps that the ranking counts.
  std::vector<PartDifference> differences;
  /// Steps are weighed as ranks stand on the nodes (step_as_placed()), which differ from those of the
  /// ranking.
  bool as_placed = false;
  std::vector<std::string> unused;  ///< pools whose GPUs it leaves idle where the question asks for all
  /// Better than every strategy of the ranking, and none of these: a plan of another kind, or a strategy
  /// whose step is shorter than theirs as placed alone. It is compared with the best of them.
  bool is_ahead() const { return verdict == Verdict::best && given && best && !rank; }
};

/// The question by which `strategy` can be judged: `problem`, or the same with GPUs that may stay unused, for
/// a strategy that leaves a pool out where all are asked for.
strategy::Problem judged_by(const strategy::Problem& problem, const strategy::Strategy& strategy);

/// A plan of another kind, too, with a strategy that has no stages: where it is ahead of all strategies, it
/// is the best. `given` with its `violation` against the last snapshot of a search over the same problem.
Why explain(const strategy::Problem& problem, const strategy::Strategy& strategy,
            const cost::Evaluation& given, const cost::Violation& violation, const Snapshot& snapshot);

/// What a job has to allow of `key` so that `value` is searched, too, besides all that is searched now; empty
/// where that cannot be said as a list of values.
std::vector<std::string> widened(const strategy::Problem& problem, const std::string& key,
                                 const std::string& value);

Json to_json(const Why& why, const std::vector<std::string>& pool_ids);

}  // namespace astrolabe::plan
