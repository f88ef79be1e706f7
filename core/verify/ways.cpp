#include "core/verify/ways.h"

#include <algorithm>

#include "core/verify/refusal.h"

namespace astrolabe::verify {

void check_countable(const strategy::Family& family, int layers) {
  // Every pool on its own, or the layers cut into as many parts as there are pools: both are no fewer.
  auto ranges = static_cast<double>(family.orders());
  double parts = ranges;
  for (const strategy::Family::Use& use : family.uses)
    ranges *= std::max(0, std::min(use.most, layers) - use.least + 1);
  for (std::size_t i = 1; i < family.uses.size(); ++i)
    parts *= (layers - static_cast<double>(i)) / static_cast<double>(i);
  if (std::min(ranges, parts) >= 0x1p62)
    refuse("{} pools share {} layers in more ways than are counted", family.uses.size(), layers);
}

void Ways::start(const std::vector<PoolFigures>& pools) {
  m_known.clear();
  m_pools.clear();
  for (const PoolFigures& pool : pools) m_pools.push_back({pool.least, pool.most, pool.stage_gpus});
}

std::uint64_t Ways::from(std::size_t pool, long left, double gpus) {
  if (left < 0 || (m_most_gpus && gpus > *m_most_gpus)) return 0;
  if (pool == m_pools.size()) return left == 0 ? 1 : 0;
  if (m_pools.size() - pool < 3) return count(pool, left, gpus);
  constexpr std::size_t kMostKnown = std::size_t{1} << 20U;
  // Less than 2^16 layers, and 2^40 GPUs.
  const std::uint64_t key = (std::uint64_t{pool} << 56U) | (static_cast<std::uint64_t>(left) << 40U) |
                            (m_most_gpus ? static_cast<std::uint64_t>(gpus) : 0);
  const auto known = m_known.find(key);
  if (known != m_known.end()) return known->second;
  if (m_known.size() == kMostKnown)
    refuse("the ways to give stages to {} pools take too long to count", m_pools.size());
  const std::uint64_t ways = count(pool, left, gpus);
  m_known.emplace(key, ways);
  return ways;
}

std::uint64_t Ways::count(std::size_t pool, long left, double gpus) {
  const Pool& here = m_pools[pool];
  if (!m_most_gpus && pool + 2 == m_pools.size()) {  // the last takes what this one leaves
    const Pool& last = m_pools[pool + 1];
    const long from = std::max<long>(here.least, left - last.most);
    const long to = std::min<long>(here.most, left - last.least);
    return to >= from ? static_cast<std::uint64_t>(to - from + 1) : 0;
  }
  std::uint64_t sum = 0;
  for (long stages = here.least; stages <= std::min<long>(here.most, left); ++stages)
    sum += from(pool + 1, left - stages, gpus + static_cast<double>(stages) * here.stage_gpus);
  return sum;
}

}  // namespace astrolabe::verify
