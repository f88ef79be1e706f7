#include "core/search/archive.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace astrolabe::search {

namespace {

bool nearer(const Rejected& a, const Rejected& b) {
  return a.excess != b.excess ? a.excess < b.excess : a.strategy < b.strategy;
}

}  // namespace

bool Stairs::insert(double a, double b, std::size_t number) {
  auto above = m_steps.upper_bound(a);
  if (above != m_steps.begin() && std::prev(above)->second.b <= b) return false;
  if (above != m_steps.begin() && std::prev(above)->first == a) --above;
  while (above != m_steps.end() && above->second.b >= b) above = m_steps.erase(above);
  m_steps.emplace_hint(above, a, Step{b, number});
  return true;
}

void Stairs::collect(std::set<std::size_t>& numbers) const {
  for (const auto& [a, step] : m_steps) numbers.insert(step.number);
}

Archive::Measures Archive::measures(const cost::Evaluation& evaluation) {
  const double speed = evaluation.tokens_per_second;
  const int gpus = evaluation.gpus_used();
  return {-speed, evaluation.money.usd_per_trillion_tokens.value_or(std::nan("")), evaluation.memory_share(),
          static_cast<double>(gpus), -speed / std::max(1, gpus)};
}

/// True when it stands on the front of some pair of measures, where it is from now on.
bool Archive::joins_front(const Measures& measures, std::size_t number) {
  bool joins = false;
  std::size_t pair = 0;
  for (std::size_t i = 0; i < kMeasures; ++i)
    for (std::size_t j = i + 1; j < kMeasures; ++j, ++pair)
      if (!std::isnan(measures[i]) && !std::isnan(measures[j]) &&
          m_fronts[pair].insert(measures[i], measures[j], number))
        joins = true;
  return joins;
}

/// Every second goes, but for what is on a front.
void Archive::thin() {
  std::set<std::size_t> front;
  for (const Stairs& stairs : m_fronts) stairs.collect(front);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < m_seen.size(); ++i) {
    if (i % 2 != 0 && !front.contains(m_numbers[i])) continue;
    if (kept != i) {
      m_seen[kept] = std::move(m_seen[i]);
      m_numbers[kept] = m_numbers[i];
    }
    ++kept;
  }
  m_seen.resize(kept);
  m_numbers.resize(kept);
  m_stride *= 2;
  m_room = std::max(kSeen, kept + kSeen / 2);  // fronts alone may be longer than what is kept else
}

void Archive::saw(const cost::Evaluation& evaluation) {
  const std::lock_guard lock(m_mutex);
  const std::size_t number = m_count++;
  const bool front = joins_front(measures(evaluation), number);
  if (number % m_stride != 0 && !front) return;
  if (m_seen.size() >= m_room) thin();
  m_seen.push_back({evaluation.tokens_per_second, evaluation.money.usd_per_trillion_tokens.value_or(-1.0),
                    evaluation.memory_share(), evaluation.strategy});
  m_numbers.push_back(number);
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
