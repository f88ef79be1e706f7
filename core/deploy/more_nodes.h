#pragma once
// How many nodes of a pool would do where those that are there do not.

#include <vector>

#include "core/deploy/aggregated.h"
#include "core/deploy/question.h"

namespace astrolabe::deploy {

struct NodesNeeded {
  int pool = 0;
  int nodes = 0;  ///< in all; 0: none found
};

/// Nodes of a pool beyond which none is looked for.
inline constexpr int kMostNodes = 1 << 20;

/// The least nodes of one pool, the others as they are, with which find_fleets() has an answer, by bisection
/// of the same search: with one fewer it has none. Of several pools that which takes the fewest more.
/// `layouts`: of all pools as they are; `times`: about how many times the nodes may do, where it begins.
/// Precondition: the question as it is has no answer.
NodesNeeded nodes_needed(const Question& question, const std::vector<Layout>& layouts, double times,
                         const Settings& settings);

}  // namespace astrolabe::deploy
