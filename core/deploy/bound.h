#pragma once
// What no deployment of a question can beat: the gap of a search that was stopped.
#include <vector>

#include "core/deploy/aggregated.h"

namespace astrolabe::deploy {

/// What the objective makes small: GPU seconds of an output token (throughput, pareto), USD of a token
/// (money), GPUs that are paid for (gpus).
double objective_value(const Question& question, const Fleet& fleet);

/// A lower bound of objective_value() over all fleets of these layouts, copies of one, pairs and mixtures,
/// within the promises. Of each layout its steps decode alone with as many sequences as the promised time per
/// token and its memory allow, which is more than any of its deployments does; whole GPUs where the traffic
/// is known; nothing for idle machines. 0: a price or a layout is not known.
double least_value(const Question& question, const std::vector<Layout>& layouts);

}  // namespace astrolabe::deploy
