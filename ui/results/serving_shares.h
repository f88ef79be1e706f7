#pragma once
// Where time and memory of a deployment go, as shares of bars.

#include <optional>
#include <vector>

#include "core/deploy/fleet.h"
#include "ui/render/rank_memory.h"
#include "ui/results/walked_plot.h"

namespace astrolabe::ui {

/// Seconds of one iteration by part; what the GPU waits for the host is the last. They add up to the step.
std::vector<Share> stepShares(const serving::StepParts& parts, const Theme& theme);
/// The iteration that reads a prompt: beside sequences that decode, or alone on the workers of prompts, which
/// needs what their pool is asked. Nothing where that is not known.
serving::StepParts promptStep(const deploy::Group& group, const std::optional<serving::Question>& asked);
/// Seconds of a request until its first token: waiting, then the chunks of its prompt, each an iteration
/// `reads`.
std::vector<Share> firstTokenShares(const serving::Figures& figures, const serving::StepParts& reads,
                                    double prompt, int chunk, const Theme& theme);
/// Seconds of a whole request of `output` tokens: to the first token, then decoding.
std::vector<Share> requestShares(const serving::Figures& figures, double output, const Theme& theme);
/// Bytes of a rank by part; they add up to its memory. Where nobody knows what of the room for keys and
/// values is in use, all of it is room.
std::vector<Share> rankMemoryShares(const RankMemory& rank, const Theme& theme);

}  // namespace astrolabe::ui
