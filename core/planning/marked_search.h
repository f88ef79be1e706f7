#pragma once
// Strategies on a cluster of which something is slow, failed or a spare: how many nodes are used, whole or as
// many GPUs of each, is a choice (hardware::usable_choices). Each is searched; a strategy takes the fewest
// whole nodes that hold it, and where none do, the widest parts of nodes, so that a proof is of all
// strategies that use whole nodes, or of each node as many GPUs as divide it.

#include <vector>

#include "core/search/progress.h"
#include "core/strategy/problem.h"

namespace astrolabe::planning {

/// The question with each choice that its marks leave; the first is the question itself.
struct MarkChoices {
  std::vector<strategy::Problem> problems;
  /// False: some choices are not among them, as they are too many or a limit of `choose` is not known here.
  bool all = true;
};
MarkChoices mark_choices(const strategy::Problem& problem, strategy::Objective objective);

/// The question with the fewest GPUs of each pool's choices that hold the strategy, the fastest of them.
strategy::Problem judged_by_marks(const strategy::Problem& problem, const strategy::Strategy& strategy);

/// What the searches of all choices found, as one: each strategy from the choice that judges it. `winner`:
/// the choice of the first. Where not `all` were searched nothing is proven.
search::Progress join_choices(const MarkChoices& choices, std::vector<search::Progress> found,
                              strategy::Objective objective, int top, double tolerance, std::size_t& winner);

}  // namespace astrolabe::planning
