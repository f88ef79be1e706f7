#pragma once
// Strategies on a cluster of which something is slow, failed or a spare: how many nodes are used, whole or as
// many GPUs of each, is a choice (hardware::usable_choices). Each is searched; a strategy stands on the one
// where it is fastest, so that a proof is of all strategies that use whole nodes, or of each node as many
// GPUs as divide it.

#include <string>
#include <vector>

#include "core/search/progress.h"
#include "core/strategy/problem.h"

namespace astrolabe::planning {

/// The question with each choice that its marks leave; the first is the question itself.
struct MarkChoices {
  std::vector<strategy::Problem> problems;
  /// Why some choices are not among them, in plain English; empty where all are.
  std::string left;
  bool all() const { return left.empty(); }
};
MarkChoices mark_choices(const strategy::Problem& problem, strategy::Objective objective);

/// The question with what the strategy is fastest on: of each width the fewest GPUs of a pool's choices that
/// hold it. Where it is possible on none, the widest.
strategy::Problem judged_by_marks(const strategy::Problem& problem, const strategy::Strategy& strategy);

/// What the searches of all choices found, as one. `choices`: of each of `best` the choice that it stands on,
/// by its place among the problems. Where not `all` were searched nothing is proven.
struct Joined {
  search::Progress progress;
  std::vector<std::size_t> choices;
  /// The choice of the first.
  std::size_t winner() const { return choices.empty() ? 0 : choices.front(); }
};
Joined join_choices(const MarkChoices& choices, std::vector<search::Progress> found,
                    strategy::Objective objective, int top, double tolerance);

}  // namespace astrolabe::planning
