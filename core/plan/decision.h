#pragma once
// Which of several options to take: what the goal ranks them by, which limits they keep, which of them the
// predictions cannot tell apart, and how likely each is the best.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/plan/snapshot.h"

namespace astrolabe::plan {

/// What a limit of the job allows and what an option takes of it, in the limit's own unit.
struct HeldLimit {
  cost::Binding binding = cost::Binding::none;
  double limit = 0.0, found = 0.0;
  bool holds() const { return found <= limit; }
};

/// The figure by which options are ranked; the least is the best.
enum class DecideBy { hours, usd, gpus };

/// One option, as decide() needs it.
struct Contender {
  int id = 0;
  bool answered = false;         ///< it has a strategy, and a value
  double value = 0.0;            ///< with failures: hours or dollars of the job; or GPUs paid for
  double low = 0.0, high = 0.0;  ///< 80 % band of `value`
  /// Where the error of the prediction comes from: types of its GPUs with the runtime. Errors of one kind
  /// count as one error.
  std::vector<std::string> kinds;
  double price_share = 0.0;  ///< of the value, what goes with the price of the machines
  std::vector<HeldLimit> limits;
  /// It does the job of the others, see same_job(); what does not is no choice between them.
  bool alternative = true;
  /// It has a strategy and keeps every limit.
  bool possible() const;
};

/// Whether two options do one job of training, however: the same model on as many tokens, in batches as large
/// of sequences as long. What does not train does another.
bool same_job(const strategy::Problem& a, const strategy::Problem& b);
/// Whether both are of the same model, whatever the file is called that it is from.
bool one_model(const strategy::Problem& a, const strategy::Problem& b);

/// The option that a search came to; `by`: see decide_by(). Limits that the job of the option leaves open are
/// those of `common`. Without a ranking: not answered.
Contender contender_of(int id, const Snapshot& answer, DecideBy by, const strategy::Job& common);
/// The figure that an objective ranks by: hours for the fastest, dollars for the cheapest and for both goals
/// at once, GPUs for the smallest.
DecideBy decide_by(strategy::Objective objective);

/// One option after the others were seen.
struct Decided {
  /// From 1 among the possible alternatives by value, the same for equal ones; 0: none of these.
  int place = 0;
  bool tied = false;    ///< it is not the winner, and the predictions cannot tell it from that
  double chance = 0.0;  ///< of being the best of those with a place
};

struct Decision {
  std::vector<Decided> options;  ///< as they were given
  int winner = -1, runner_up = -1;
  int nearest = -1;  ///< of the limits of the winner the one of which it takes the largest share
  /// Factors by which the winner's value, or the price of its machines, has to rise for the runner-up to win.
  std::optional<double> value_factor, price_factor;
  int draws = 0;
  std::uint64_t seed = 0;
};

/// Errors are log-normal: of a value with the band low to high, ln has the deviation ln(high / low) /
/// (2 x 1.2816). Each kind of prediction draws one normal number for all options that rest on it; an option
/// of n kinds takes the sum of theirs over the square root of n, so that two options of the same kinds err
/// together, of different kinds independently, and else in part. An option ties with the winner where the
/// 80 % band of their ratio holds 1. Chances are the shares of `draws` drawings, by the same seed the same.
Decision decide(const std::vector<Contender>& options, int draws = 20'000, std::uint64_t seed = 1);

}  // namespace astrolabe::plan
