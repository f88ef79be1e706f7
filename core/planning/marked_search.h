#pragma once
// Strategies on a cluster of which something is slow, failed or a spare: how many nodes are used, whole or as
// many GPUs of each, is a choice (hardware::usable_choices). Each is searched; a strategy stands on the one
// where it is fastest, so that a proof is of all strategies that use whole nodes, or of each node as many
// GPUs as divide it.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware/usable_gpus.h"
#include "core/search/progress.h"
#include "core/strategy/problem.h"

namespace astrolabe::planning {

/// The question with each choice that its marks leave; the first is the question itself, then those with the
/// most GPUs for their slowness.
struct MarkChoices {
  std::vector<strategy::Problem> problems;
  std::vector<std::vector<hardware::Usable>> choices;   ///< of each problem, by pool
  std::vector<std::vector<hardware::Usable>> of_pools;  ///< all of each pool
  /// Why some choices are not among them, in plain English; empty where all are.
  std::string left;
};
MarkChoices mark_choices(const strategy::Problem& problem, strategy::Objective objective);

/// What the search of each choice found; nothing where it was not searched.
using FoundOfChoices = std::vector<std::optional<search::Progress>>;

/// The choice to search next: the first, then the one that settles most others. None once the others cannot
/// be among the first `top`, or enough have been searched. What settles a choice: on another one that is as
/// wide, with as many GPUs that are at most r times as slow, any strategy takes at most r times as long.
std::optional<std::size_t> next_choice(const MarkChoices& choices, const FoundOfChoices& found,
                                       strategy::Objective objective, int top);
/// How many may be searched at most.
std::size_t most_searches(const MarkChoices& choices);

/// The question with what the strategy is fastest on: of each width the fewest GPUs of a pool's choices that
/// hold it. Where it is possible on none, the widest.
strategy::Problem judged_by_marks(const strategy::Problem& problem, const strategy::Strategy& strategy);

/// What the searches of all choices found, as one; the bound is of those that were not searched, too.
struct Joined {
  search::Progress progress;
  /// Of each of the best the choice that it stands on, by its place among the problems.
  std::vector<std::size_t> choices;
  /// Of what nothing is proven, in plain English; empty where the bound is of all choices.
  std::string left;
  /// The choice of the first.
  std::size_t winner() const { return choices.empty() ? 0 : choices.front(); }
};
/// Precondition: the first choice was searched.
Joined join_choices(const MarkChoices& choices, FoundOfChoices found, strategy::Objective objective, int top,
                    double tolerance);

}  // namespace astrolabe::planning
