#pragma once
// Writes down why nothing beats a proven answer: once more through the tree, cut by that answer.

#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/strategy/problem.h"
#include "core/verify/certificate.h"

namespace astrolabe::search {

/// The certificate of an answer, all but its question: of the fastest strategies in order, of the cheapest,
/// of those on the fewest GPUs, or of the set of time and money; `answers` is empty when nothing fits.
/// Errors: not_proven where the splits of a configuration could not be proven, where one beats the answers
/// after all, or after a stop.
Result<verify::Certificate> certify(const strategy::Problem& problem, strategy::Objective objective,
                                    const std::vector<strategy::Strategy>& answers,
                                    const std::stop_token& stop = {});

/// False for more pools than a node tells apart.
bool certifiable(const strategy::Problem& problem);

}  // namespace astrolabe::search
