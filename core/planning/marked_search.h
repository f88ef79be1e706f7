#pragma once
// Strategies on a cluster of which something is slow, failed or a spare: each choice of nodes (mark_choices)
// is searched, or bounded by the searches of others, and all are told as one, so that a proof is of all
// strategies that use whole nodes, or as many GPUs of each node of a pool.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/planning/mark_choices.h"
#include "core/search/progress.h"

namespace astrolabe::planning {

/// What the search of each choice found; nothing where it was not searched.
using FoundOfChoices = std::vector<std::optional<search::Progress>>;

/// The choice to search next: the first, then the one that settles most others. None once the others cannot
/// be among the first `top`, or enough have been searched. What settles a choice: on another one that is as
/// wide, with as many GPUs that are at most r times as slow, any strategy takes at most r times as long.
std::optional<std::size_t> next_choice(const MarkChoices& choices, const FoundOfChoices& found,
                                       strategy::Objective objective, int top);
/// How many may be searched at most.
std::size_t most_searches(const MarkChoices& choices);

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
