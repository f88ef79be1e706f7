#pragma once
// What a strategy may use of a cluster of which something is slow, failed or a spare: how many nodes, whole
// or as many GPUs of each, is a choice (hardware::usable_choices), and a strategy stands on the one where it
// is fastest.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/hardware/usable_gpus.h"
#include "core/strategy/problem.h"

namespace astrolabe::planning {

/// A choice of every pool.
using Choice = std::vector<hardware::Usable>;

/// The question with each choice that its marks leave; the first is the question itself, then those with the
/// most GPUs for their slowness.
struct MarkChoices {
  std::vector<strategy::Problem> problems;
  std::vector<Choice> choices;                          ///< of each problem, by pool
  std::vector<std::vector<hardware::Usable>> of_pools;  ///< all of each pool
  /// Why some choices are not among them, in plain English; empty where all are.
  std::string left;
};
MarkChoices mark_choices(const strategy::Problem& problem);

/// The question with what the strategy is best on for a goal, as a search of all choices ranks it. For speed,
/// and for a set of time and money, of each width the fewest GPUs of a pool's choices that hold it; for money
/// and few GPUs any that hold it, as a slower choice may be paid less. Where it is possible on none, the
/// widest.
strategy::Problem judged_by_marks(const strategy::Problem& problem, const strategy::Strategy& strategy,
                                  strategy::Objective objective = strategy::Objective::throughput);

/// Whether the strategy may be as fast on this choice as on any other.
bool may_be_fastest(const MarkChoices& choices, std::size_t choice, const strategy::Strategy& strategy);

bool is_chosen(const hardware::Cluster& cluster, const Choice& choice);

/// The strategy on what is chosen in `problem`; nothing where it is not possible there.
std::optional<cost::Evaluation> evaluated_on(const strategy::Problem& problem,
                                             const strategy::Strategy& strategy);

/// Work a second that a GPU of a pool could do with nothing slow.
double work_rate(const strategy::Problem& problem, std::size_t pool);

}  // namespace astrolabe::planning
