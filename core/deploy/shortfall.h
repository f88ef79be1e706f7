#pragma once
// Why nothing keeps the promises, and what comes nearest.

#include <vector>

#include "core/deploy/aggregated.h"

namespace astrolabe::deploy {

/// In this order: weights or one request fit on no layout; one request alone misses a promise on all; all
/// machines together carry too little; else limits of the job (Missed::none). Stopped: of what was looked at.
Shortfall shortfall_of(const Question& question, const std::vector<Layout>& layouts,
                       const std::stop_token& stop);

}  // namespace astrolabe::deploy
