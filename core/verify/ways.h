#pragma once
// Counts the ways in which stages can be given to pools.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/verify/bounds.h"

namespace astrolabe::verify {

/// Throws Refusal where the groups of a family with the same number of stages may be 2^63 or more: they are
/// counted in 64 bits.
void check_countable(const strategy::Family& family, int layers);

class Ways {
 public:
  explicit Ways(std::optional<int> most_gpus) : m_most_gpus(most_gpus) {}

  /// Sets the pools of a family, in this order, for which from() counts. Precondition: check_countable().
  void start(const std::vector<PoolFigures>& pools);
  /// Ways to give `left` stages to the pools from `pool` on, those before using so many GPUs, within the
  /// limit on all of them. Throws Refusal when there are too many cases.
  std::uint64_t from(std::size_t pool, long left, double gpus);

 private:
  struct Pool {
    int least = 1, most = 1;
    double stage_gpus = 0.0;
  };
  std::uint64_t count(std::size_t pool, long left, double gpus);

  std::optional<int> m_most_gpus;
  std::vector<Pool> m_pools;
  std::unordered_map<std::uint64_t, std::uint64_t> m_known;  ///< of three pools and more
};

}  // namespace astrolabe::verify
