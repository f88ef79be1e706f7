#pragma once
// The GPU type of a pool by its number. Rows of one's own and programs are made for the newest plan and may
// stand beside results of the one before, which had fewer pools, until these are drawn anew.

#include <cstddef>

#include "core/strategy/problem.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

/// Short name of the GPU type; unknownText() where the problem has no such pool.
inline QString poolGpuName(const strategy::Problem& problem, std::size_t pool) {
  return pool < problem.cluster.pools.size() ? shortGpuName(problem.cluster.pools[pool].gpu) : unknownText();
}

}  // namespace astrolabe::ui
