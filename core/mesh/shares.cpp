#include "core/mesh/shares.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/units.h"

namespace astrolabe::mesh {

namespace {

/// Sums of times that are equal but for rounding.
constexpr double kRounding = 1e-12;
/// Sequences up to which sizes are put together exactly; beyond, whole runs of the best size lie before them.
constexpr std::int64_t kExact = 256;

std::int64_t steps_within(double time, double seconds) {
  return static_cast<std::int64_t>(std::floor(time / seconds * (1.0 + kRounding) + kRounding));
}

}  // namespace

Sizes::Sizes(std::vector<Size> sizes) : m_sizes(std::move(sizes)) {
  std::stable_sort(m_sizes.begin(), m_sizes.end(),
                   [](const Size& a, const Size& b) { return a.sequences < b.sequences; });
  grow(static_cast<std::size_t>(kExact));
}

void Sizes::grow(std::size_t to) const {
  const auto largest = static_cast<std::size_t>(m_sizes.back().sequences);
  to += largest;
  m_exact.assign(to + 1, kBeyond);
  m_exact[0] = 0.0;
  for (std::size_t b = 1; b <= to; ++b)
    for (const Size& size : m_sizes)
      if (const auto m = static_cast<std::size_t>(size.sequences); m <= b)
        m_exact[b] = std::min(m_exact[b], m_exact[b - m] + size.seconds);
  m_ends = m_exact;
  for (std::size_t b = to; b-- > 1;) m_ends[b] = std::min(m_ends[b], m_ends[b + 1]);
}

/// Seconds and sequences of whole runs of the size of the most sequences a second.
double Sizes::straight(std::int64_t sequences) const {
  const Size& best = *std::min_element(m_sizes.begin(), m_sizes.end(), [](const Size& a, const Size& b) {
    return a.seconds * b.sequences < b.seconds * a.sequences;
  });
  const std::int64_t runs = (sequences - kExact + best.sequences - 1) / best.sequences;
  return static_cast<double>(runs) * best.seconds +
         m_ends[static_cast<std::size_t>(sequences - runs * best.sequences)];
}

double Sizes::seconds(std::int64_t sequences) const {
  return sequences <= kExact ? m_ends[static_cast<std::size_t>(std::max<std::int64_t>(0, sequences))]
                             : straight(sequences);
}

std::int64_t Sizes::most(double seconds) const {
  const double limit = seconds * (1.0 + kRounding);
  const double per = this->seconds(kExact) / static_cast<double>(kExact);
  std::int64_t low = 0;
  std::int64_t high = std::max<std::int64_t>(kExact, static_cast<std::int64_t>(limit / per) + kExact) + 1;
  if (this->seconds(kExact) > limit) high = kExact;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (this->seconds(middle) <= limit ? low : high) = middle;
  }
  return low;
}

std::vector<std::int64_t> Sizes::made_of(std::int64_t sequences) const {
  std::vector<std::int64_t> count(m_sizes.size(), 0);
  const auto best =
      static_cast<std::size_t>(std::min_element(m_sizes.begin(), m_sizes.end(),
                                                [](const Size& a, const Size& b) {
                                                  return a.seconds * b.sequences < b.seconds * a.sequences;
                                                }) -
                               m_sizes.begin());
  if (sequences > kExact) {
    count[best] = (sequences - kExact + m_sizes[best].sequences - 1) / m_sizes[best].sequences;
    sequences -= count[best] * m_sizes[best].sequences;
  }
  auto left = static_cast<std::size_t>(std::max<std::int64_t>(0, sequences));
  while (left > 0 && left + 1 < m_exact.size() && m_exact[left] > m_ends[left]) ++left;
  while (left > 0)
    for (std::size_t k = m_sizes.size(); k-- > 0;) {
      const auto m = static_cast<std::size_t>(m_sizes[k].sequences);
      if (m > left || m_exact[left - m] + m_sizes[k].seconds > m_exact[left] * (1.0 + kRounding)) continue;
      ++count[k];
      left -= m;
      break;
    }
  return count;
}

double Pace::end(std::int64_t share) const {
  if (share <= 0) return 0.0;
  if (sizes) return fill + sizes->seconds(share);
  const std::int64_t step = static_cast<std::int64_t>(sequences) * multiple;
  const std::int64_t runs = (share + step - 1) / step;
  return fill + static_cast<double>(runs * multiple) * seconds;
}

std::int64_t Pace::most(double time) const {
  if (time * (1.0 + kRounding) < fill) return 0;
  if (sizes) return sizes->most(time - fill);
  const std::int64_t steps = steps_within(std::max(0.0, time - fill), seconds);
  return steps / multiple * multiple * sequences;
}

double Pace::rate() const {
  if (!sizes) return groups * sequences / seconds;
  double best = 0.0;
  for (const Sizes::Size& size : sizes->sizes()) best = std::max(best, size.sequences / size.seconds);
  return groups * best;
}

std::int64_t Shares::of(std::size_t pace) const {
  return std::accumulate(of_groups[pace].begin(), of_groups[pace].end(), std::int64_t{0});
}

namespace {

std::int64_t done_within(const std::vector<Pace>& paces, double time) {
  std::int64_t sum = 0;
  for (const Pace& pace : paces) sum += pace.groups * pace.most(time);
  return sum;
}

}  // namespace

double fractional_time(const std::vector<Pace>& paces, double batch) {
  std::vector<const Pace*> order;
  for (const Pace& pace : paces) order.push_back(&pace);
  std::stable_sort(order.begin(), order.end(),
                   [](const Pace* a, const Pace* b) { return a->fill < b->fill; });
  double rates = 0.0, filled = 0.0, time = kBeyond;
  for (const Pace* pace : order) {
    if (pace->fill >= time) break;
    rates += pace->rate();
    filled += pace->rate() * pace->fill;
    time = (batch + filled) / rates;
  }
  return time;
}

double least_time(const std::vector<Pace>& paces, std::int64_t batch) {
  double low = fractional_time(paces, static_cast<double>(batch)) * (1.0 - 1e-9);
  double step = 0.0;
  for (const Pace& pace : paces)
    step = std::max(step, pace.fill + pace.end(static_cast<std::int64_t>(pace.sequences) * pace.multiple));
  double high = low + step;
  while (done_within(paces, high) < batch) high += step;
  if (done_within(paces, low) >= batch) high = low;
  constexpr int kHalvings = 60;
  for (int k = 0; k < kHalvings && high - low > 1e-13 * high; ++k) {
    const double middle = 0.5 * (low + high);
    (done_within(paces, middle) >= batch ? high : low) = middle;
  }
  double time = 0.0;  // the last completion that is no later
  for (const Pace& pace : paces) time = std::max(time, pace.end(pace.most(high)));
  return time;
}

Shares shares_of(const std::vector<Pace>& paces, std::int64_t batch) {
  Shares shares;
  shares.time = least_time(paces, batch);
  std::int64_t surplus = -batch;
  std::vector<std::int64_t> most(paces.size());
  for (std::size_t k = 0; k < paces.size(); ++k) {
    most[k] = paces[k].most(shares.time);
    shares.of_groups.emplace_back(static_cast<std::size_t>(paces[k].groups), most[k]);
    surplus += paces[k].groups * most[k];
  }
  std::vector<std::size_t> next(paces.size(), 0);  // the group that gives something up
  while (surplus > 0) {
    std::size_t latest = 0;
    double end = -1.0;
    for (std::size_t k = 0; k < paces.size(); ++k) {
      const std::vector<std::int64_t>& of = shares.of_groups[k];
      const double here = paces[k].end(of[of.size() - 1 - next[k]]);
      if (of[of.size() - 1 - next[k]] > 0 && here > end) {
        end = here;
        latest = k;
      }
    }
    std::vector<std::int64_t>& of = shares.of_groups[latest];
    std::int64_t& share = of[of.size() - 1 - next[latest]];
    const std::int64_t step =
        paces[latest].sizes ? 1 : static_cast<std::int64_t>(paces[latest].sequences) * paces[latest].multiple;
    const std::int64_t taken = std::min({surplus, step, share});
    share -= taken;
    surplus -= taken;
    next[latest] = (next[latest] + 1) % of.size();
  }
  shares.time = 0.0;
  for (std::size_t k = 0; k < paces.size(); ++k)
    for (const std::int64_t share : shares.of_groups[k])
      shares.time = std::max(shares.time, paces[k].end(share));
  return shares;
}

}  // namespace astrolabe::mesh
