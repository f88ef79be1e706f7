#pragma once
// How GPUs are paid for, in a word.

#include <QString>

#include "core/hardware/cluster.h"

namespace astrolabe::ui {

/// "rent", "buy", "own".
QString basisText(hardware::CostBasis basis);
/// "on demand", "reserved for 1 year".
QString commitmentText(hardware::Commitment commitment);

}  // namespace astrolabe::ui
