#pragma once
// How far the answer to a question of post-training holds, and what more machines or fewer do to it: samples,
// lengths, prices, links and speeds are moved one at a time, machines all together, and roles are placed anew
// each time.

#include <array>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/plan/sensitivity.h"
#include "core/planning/planner.h"
#include "core/planning/swings.h"
#include "core/post_training/question.h"

namespace astrolabe::planning {

/// A number of a post-training question that may turn out otherwise.
struct PostTrainingLever {
  enum class Kind {
    prompts,   ///< of an iteration, whole
    samples,   ///< answers to a prompt, whole
    prompt,    ///< mean tokens of a prompt; the longest moves alike
    response,  ///< mean tokens of an answer; all its lengths and where it is cut move alike
    hardware   ///< what training is moved by, too: `of`
  } kind = Kind::prompts;
  plan::Lever of = {};
  bool operator==(const PostTrainingLever&) const = default;
};

/// What is looked at: seconds or USD of an iteration (less is better), tokens/s of all GPUs (more is better).
enum class PostTrainingMetric { iteration_seconds, usd_per_iteration, tokens_per_second };

inline constexpr std::array kPostTrainingMetrics{PostTrainingMetric::iteration_seconds,
                                                 PostTrainingMetric::usd_per_iteration,
                                                 PostTrainingMetric::tokens_per_second};
/// None where a price is not known.
std::optional<double> metric_of(const Option& option, PostTrainingMetric metric);
constexpr bool more_is_better(PostTrainingMetric metric) {
  return metric == PostTrainingMetric::tokens_per_second;
}

/// Ends are the best placement there; the first one stays while its sets of GPUs do, or while none is better
/// than them. `until` is where the best of the end overtakes it, by bisection to an eighth of the change.
using PostTrainingSwing = MovedSwing<PostTrainingLever>;
using PostTrainingSensitivity = MovedSensitivity<PostTrainingLever, PostTrainingMetric>;

/// The levers that a question has. Those that stay a whole number when they move by `change` are left out.
std::vector<PostTrainingLever> post_training_levers(const strategy::Problem& problem,
                                                    const post_training::Job& job, double change);
double lever_value(const strategy::Problem& problem, const post_training::Job& job,
                   const PostTrainingLever& lever);

/// Moves every lever by `change` (0.1: ten per cent) each way and places the roles anew. `publish` is told
/// after each lever. Errors: those of post_train_job_of().
Result<PostTrainingSensitivity> post_training_sensitivity(
    const Question& question, PostTrainingMetric metric, double change, int threads,
    const std::stop_token& stop = {},
    const std::function<void(const PostTrainingSensitivity&)>& publish = {});

/// The best placement on a share of the machines, of every pool alike.
struct MachineSharePoint {
  double share = 1.0;  ///< of the nodes that there are; each pool has at least one
  int gpus = 0;        ///< of all pools
  OptionPtr best;      ///< null: nothing holds all roles within the limits
};

struct MachineShares {
  int gpus = 0;                           ///< as things are
  std::vector<MachineSharePoint> points;  ///< rising; those that are known
  int all = 0;                            ///< points that are asked
  bool stopped = false;
};

/// Places the roles on a quarter up to four times the machines; pools with marked machines stay as they are.
/// `publish` is told after each point. Errors: those of post_train_job_of().
Result<MachineShares> machine_shares(const Question& question, int threads, const std::stop_token& stop = {},
                                     const std::function<void(const MachineShares&)>& publish = {});

}  // namespace astrolabe::planning
