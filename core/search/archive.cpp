#include "core/search/archive.h"

#include <algorithm>

namespace astrolabe::search {

namespace {

bool nearer(const Rejected& a, const Rejected& b) {
  return a.excess != b.excess ? a.excess < b.excess : a.strategy < b.strategy;
}

}  // namespace

void Archive::saw(const cost::Evaluation& evaluation) {
  const std::lock_guard lock(m_mutex);
  if (m_count++ % m_stride != 0) return;
  if (m_seen.size() == kSeen) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_seen.size(); i += 2) m_seen[kept++] = std::move(m_seen[i]);
    m_seen.resize(kept);
    m_stride *= 2;
  }
  m_seen.push_back({evaluation.tokens_per_second, evaluation.money.usd_per_trillion_tokens.value_or(-1.0),
                    evaluation.memory_share(), evaluation.strategy});
}

void Archive::forget_rejected() {
  const std::lock_guard lock(m_mutex);
  m_rejected.clear();
}

void Archive::rejected(double excess, const cost::Violation& violation, const strategy::Strategy& strategy) {
  const std::lock_guard lock(m_mutex);
  const bool full = m_rejected.size() == kRejected;
  if (full) {
    const Rejected& farthest = m_rejected.front();
    if (excess > farthest.excess || (excess == farthest.excess && !(strategy < farthest.strategy))) return;
  }
  // Full recomputation of nothing is the same as none.
  if (std::any_of(m_rejected.begin(), m_rejected.end(), [&](const Rejected& known) {
        return known.excess == excess && known.strategy == strategy;
      }))
    return;
  if (full) {
    std::pop_heap(m_rejected.begin(), m_rejected.end(), nearer);
    m_rejected.pop_back();
  }
  m_rejected.push_back({excess, violation, strategy});
  std::push_heap(m_rejected.begin(), m_rejected.end(), nearer);
}

std::vector<SeenPoint> Archive::seen() const {
  const std::lock_guard lock(m_mutex);
  return m_seen;
}

std::vector<Rejected> Archive::rejected() const {
  std::vector<Rejected> sorted;
  {
    const std::lock_guard lock(m_mutex);
    sorted = m_rejected;
  }
  std::sort(sorted.begin(), sorted.end(), nearer);
  return sorted;
}

}  // namespace astrolabe::search
