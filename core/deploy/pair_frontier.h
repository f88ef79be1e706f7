#pragma once
// Prefill and decode workers apart on the frontier.

#include <vector>

#include "core/deploy/aggregated.h"
#include "core/deploy/hull.h"

namespace astrolabe::deploy {

/// Adds pairs of a pool to a frontier: those that carry the traffic, also without their spares, and that none
/// beats by more than kFrontierResolution, whatever the promises. At a rate the time per token is that of the
/// workers of answers, so each number of them stands beside the fewest GPUs that read all prompts. In flight
/// prompts must not wait in a queue that only grows; each number of workers of both kinds does something
/// else: those are left out whose best corner is beaten. In more than kEveryCount GPUs they are looked at 3 %
/// apart, beside workers of prompts that none surpasses, for points that are better by 1 %. `all`: none is
/// left out. Offline none.
void add_pairs_to(Hull& hull, const Question& question, const Prices& prices, int pool,
                  const std::vector<Layout>& layouts, bool all, const std::stop_token& stop);

}  // namespace astrolabe::deploy
