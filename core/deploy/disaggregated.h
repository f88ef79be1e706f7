#pragma once
// Prefill and decode workers apart, on one pool, as one group.

#include <vector>

#include "core/deploy/aggregated.h"

namespace astrolabe::deploy {

/// The best few: at most `most`, and none that ranks behind `last` (null: any). A prefill layout and a decode
/// layout with numbers of workers of each, one replica. Exact: what a pair of layouts can do at most bounds
/// it before anything is predicted, and times fall with the number of workers. Requests at a rate alone.
std::vector<Candidate> disaggregated_of(const Question& question, const Prices& prices, int pool,
                                        const std::vector<Layout>& layouts, int most, const Candidate* last,
                                        bool all, const std::stop_token& stop);

}  // namespace astrolabe::deploy
