#pragma once
// The all-to-all of a layer with experts in a deployment: which expert on which rank, who sends when.

#include <optional>
#include <vector>

#include "core/exchange/experts.h"
#include "core/exchange/schedule.h"
#include "core/serving/deployment.h"
#include "core/serving/question.h"

namespace astrolabe::serving {

/// Ranks up to which a schedule is made; beyond, the bound alone.
inline constexpr int kMostScheduledRanks = 64;

/// One dispatch; its combine takes the same way back, with results twice as wide.
struct ExpertExchange {
  exchange::ExpertPlacement placement;  ///< of the first layer with experts
  std::vector<double> loads;            ///< of its experts, mean 1
  bool loads_known = false;             ///< false: assumed even
  double tokens = 0.0;                  ///< of a rank
  double gb_per_s = 0.0;                ///< of a rank: its link, or its network card beyond a domain
  exchange::Traffic traffic;            ///< bytes between ranks
  double bound_seconds = 0.0;           ///< of `traffic` at that rate
  exchange::Schedule schedule;          ///< no slots beyond kMostScheduledRanks
  double in_order_seconds = 0.0;        ///< where everybody sends in the order of ranks
};

/// `tokens` of a rank go to its model's top-k experts each, a byte an element (fp8, as DeepEP sends them; a
/// measured exchange reaches a part of the rate). None: no experts, one rank holds them all, or attention is
/// not data parallel, so that ranks have the same tokens and sum instead.
std::optional<ExpertExchange> expert_exchange(const Question& question, const Worker& worker, double tokens);

}  // namespace astrolabe::serving
