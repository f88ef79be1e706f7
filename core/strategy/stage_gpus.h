#pragma once
// GPUs of a stage with degrees of any size.

#include <cstdint>
#include <limits>

namespace astrolabe::strategy {

/// The product of the degrees; the largest number, more than any pool has, where it does not fit.
inline int stage_gpus_of(int tensor, int data, int context) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  const std::int64_t replicas = std::int64_t{data} * context;
  return replicas > most || replicas * tensor > most ? static_cast<int>(most)
                                                     : static_cast<int>(replicas * tensor);
}

}  // namespace astrolabe::strategy
