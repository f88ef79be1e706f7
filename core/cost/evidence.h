#pragma once
// What stands behind a prediction.

#include "core/hardware/gpu.h"
#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::cost {

/// The most first: runs of this GPU generation and software that the constants were fitted to; of one of them
/// with another; only tables of its products, or of a sibling's; only a datasheet.
enum class Evidence { measured, sibling, tables, datasheet };
const char* to_string(Evidence evidence);

/// Of one GPU type with this software.
Evidence evidence_of(const hardware::Gpu& gpu, const strategy::Software& software);
/// The least of all pools.
Evidence evidence_of(const strategy::Problem& problem);
/// The least of the pools that the strategy uses.
Evidence evidence_of(const strategy::Problem& problem, const strategy::Strategy& strategy);

}  // namespace astrolabe::cost
