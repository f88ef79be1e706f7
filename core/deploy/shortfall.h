#pragma once
// Why nothing keeps the promises, and what comes nearest.

#include <vector>

#include "core/deploy/aggregated.h"

namespace astrolabe::deploy {

/// In this order: weights or one request fit on no layout; one request alone misses a promise on all; all
/// machines together carry too little; else limits of the job (Missed::none). With what would be right:
/// nodes, and the promise that is kept, each by the search itself. Stopped: of what was looked at.
Shortfall shortfall_of(const Question& question, const std::vector<Layout>& layouts,
                       const Settings& settings);
/// What would do where a fleet misses a promise by its simulated tails alone.
Shortfall shortfall_of(const Question& question, const std::vector<Layout>& layouts, const Fleet& nearest,
                       const Settings& settings);

}  // namespace astrolabe::deploy
