#pragma once
// Whose memory a deployment fills: of GPUs that decode, and of GPUs that read prompts apart.

#include <QString>
#include <optional>
#include <vector>

#include "core/deploy/fleet.h"

namespace astrolabe::ui {

/// A GPU of one role and what it holds. Points into the figures it was made of.
struct RankMemory {
  QString role;  ///< "prefill", "decode"; empty where each GPU does both
  const serving::Memory* memory = nullptr;
  std::optional<double> kvUse;  ///< share of the room for keys and values in use; none: not known
};

/// One for GPUs that do both; else two, of those that read prompts before those that decode.
std::vector<RankMemory> rankMemories(const serving::Figures& figures);
/// `pool` with the role behind it where there is one: "new · prefill".
QString withRole(const QString& pool, const RankMemory& rank);

}  // namespace astrolabe::ui
