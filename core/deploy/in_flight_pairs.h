#pragma once
// Prefill and decode workers apart for requests in flight.

#include <vector>

#include "core/deploy/aggregated.h"

namespace astrolabe::deploy {

/// disaggregated_of() of requests in flight. How many workers of answers come first: beside endless prompts
/// they finish as many requests as they ever do, which with the cheapest workers of prompts bounds what a
/// token costs; of each pair the workers of prompts near what answers use. Numbers of workers
/// are those of next_count(); that any keeps the promises is known first, by LeastPairs.
std::vector<Candidate> pairs_in_flight(const Question& question, const Prices& prices, int pool,
                                       const std::vector<Layout>& layouts, int most, const Candidate* last,
                                       bool all, const std::stop_token& stop);

}  // namespace astrolabe::deploy
