#pragma once
// The all-to-all of a deployment's experts, in words: for its view and the report.

#include <QString>
#include <optional>

#include "core/deploy/fleet.h"
#include "core/serving/expert_exchange.h"
#include "core/serving/question.h"

namespace astrolabe::ui {

/// What the decoding workers of a group exchange in an iteration at its batch; `question`: of its pool. None
/// where nothing is exchanged.
std::optional<serving::ExpertExchange> exchangeOf(const std::optional<serving::Question>& question,
                                                  const deploy::Group& group);
/// Its bound, what the schedule and plain order take, how full the fullest rank is.
QString exchangeWords(const serving::ExpertExchange& exchange);
/// "3, 8 (2 copies), 12".
QString expertsOf(const exchange::ExpertPlacement& placement, std::size_t rank);

}  // namespace astrolabe::ui
