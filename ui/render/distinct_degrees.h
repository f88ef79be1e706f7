#pragma once
// Strategies of one list in a few words each, no two with the same ones.

#include <QStringList>
#include <vector>

#include "core/strategy/problem.h"

namespace astrolabe::ui {

/// reportDegrees() of each; where two would read the same, they also say the settings in which they differ:
/// micro-batch, chunks, recomputation, ZeRO, sharding group, GPUs in the order of the stages, layers.
QStringList distinctDegrees(const std::vector<const strategy::Strategy*>& strategies,
                            const strategy::Problem& problem);

}  // namespace astrolabe::ui
