#pragma once
// Pipelines whose optimizer state may lie on any GPU: the search once more with that state left out of
// memory. No placement needs less, so its best is a bound of all; what it finds is placed and costed.

#include <optional>
#include <vector>

#include "core/search/search.h"

namespace astrolabe::search {

/// Where the state of a strategy that recomputes and deals its layers as written lies when as little of it as
/// possible is moved; empty where it fits as it is. None where there is no placement.
std::optional<std::vector<strategy::MovedState>> placed_state(const cost::Shape& shape,
                                                              const strategy::Strategy& written);

/// The strategy with its state placed, as detail() would evaluate it; none where it cannot be, or breaks a
/// limit of the job.
std::optional<cost::Evaluation> with_placed_state(const strategy::Problem& problem, cost::Tables& tables,
                                                  strategy::Strategy written);

/// run() over all placements of the state: what run() finds with every stage holding its own, and strategies
/// that move state where these are better, in one ranking. Never worse than run(); equal to it where memory
/// keeps nothing from being better. Bound and gap are those of the whole space, in which the state's traffic
/// takes no time. Sets of time and money, and the goal of few GPUs, are those of run().
Progress run_state_anywhere(const strategy::Problem& problem, const Request& request,
                            const std::stop_token& stop, const std::atomic<bool>* paused,
                            const Report& report);

}  // namespace astrolabe::search
