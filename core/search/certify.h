#pragma once
// Writes down why nothing beats a proven answer: once more through the tree, cut by that answer.

#include <stop_token>

#include "core/base/result.h"
#include "core/cost/evaluation.h"
#include "core/strategy/problem.h"
#include "core/verify/certificate.h"

namespace astrolabe::search {

/// The certificate of the fastest strategy (goal throughput), all but its question; `best` is null when
/// nothing fits. Errors: not_proven where the splits of a configuration could not be settled, where one beats
/// `best` after all, or after a stop.
Result<verify::Certificate> certify(const strategy::Problem& problem, const cost::Evaluation* best,
                                    const std::stop_token& stop = {});

/// False for more pools than a node tells apart.
bool certifiable(const strategy::Problem& problem);

}  // namespace astrolabe::search
