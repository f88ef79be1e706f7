#pragma once
// Values that configurations reach for certain, before their best splits are known.

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "core/search/tree.h"

namespace astrolabe::search {

/// The `limit` best values known to be reached by distinct configurations: the last of them is above the
/// last of any complete ranking. Safe to use from several threads.
class Seeds {
 public:
  explicit Seeds(int limit) : m_limit(static_cast<std::size_t>(limit)) {}
  /// Largest objective value that can still rank.
  double cut() const { return m_cut.load(std::memory_order_relaxed); }
  void offer(const ConfigurationKey& key, double value) {
    if (value >= cut()) return;
    const std::lock_guard lock(m_mutex);
    const auto same =
        std::find_if(m_seeds.begin(), m_seeds.end(), [&](const Seed& seed) { return seed.second == key; });
    if (same != m_seeds.end()) {
      if (same->first <= value) return;
      m_seeds.erase(same);
    }
    const auto place =
        std::find_if(m_seeds.begin(), m_seeds.end(), [&](const Seed& seed) { return seed.first > value; });
    m_seeds.insert(place, {value, key});
    if (m_seeds.size() > m_limit) m_seeds.pop_back();
    if (m_seeds.size() == m_limit) m_cut.store(m_seeds.back().first);
  }

 private:
  using Seed = std::pair<double, ConfigurationKey>;
  std::size_t m_limit;
  std::mutex m_mutex;
  std::vector<Seed> m_seeds;  ///< ascending
  std::atomic<double> m_cut{1e300};
};

}  // namespace astrolabe::search
