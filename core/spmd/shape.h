#pragma once
// Counting the elements of shapes.

#include <cstdint>
#include <functional>
#include <numeric>

#include "core/spmd/graph.h"

namespace astrolabe::spmd {

inline std::int64_t volume(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

}  // namespace astrolabe::spmd
