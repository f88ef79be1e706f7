#include "core/exchange/experts.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "core/base/normal.h"
#include "core/base/rounding.h"

namespace astrolabe::exchange {

namespace {

constexpr double kEnough = 1.001;  // of the bound, where a search for a better placement ends

std::size_t at(int place) { return static_cast<std::size_t>(place); }

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Snapshots scaled so that the mean rank of each has load 1.
Snapshots scaled(const Snapshots& loads, int ranks) {
  Snapshots all = loads;
  for (std::vector<double>& snapshot : all) {
    const double sum = sum_of(snapshot);
    for (double& load : snapshot) load *= sum > 0.0 ? ranks / sum : 0.0;
  }
  return all;
}

/// Loads of ranks, snapshot by snapshot, kept while experts move.
class Ranks {
 public:
  Ranks(const Snapshots& loads, const std::vector<int>& copies, int ranks, Over over)
      : m_experts(at(ranks)), m_over(over) {
    for (const std::vector<double>& snapshot : loads) {
      std::vector<double>& each = m_each.emplace_back(snapshot);
      for (std::size_t i = 0; i < each.size(); ++i) each[i] /= copies[i];
      m_load.emplace_back(at(ranks));
    }
  }

  const std::vector<std::vector<int>>& experts() const { return m_experts; }
  bool holds(int rank, int expert) const {
    const auto& list = m_experts[at(rank)];
    return std::find(list.begin(), list.end(), expert) != list.end();
  }
  int count(int rank) const { return static_cast<int>(m_experts[at(rank)].size()); }
  void put(int rank, int expert) {
    m_experts[at(rank)].push_back(expert);
    for (std::size_t s = 0; s < m_load.size(); ++s) m_load[s][at(rank)] += m_each[s][at(expert)];
  }
  /// Load of a rank over the snapshots: the worst one or the mean, one more expert and one less thought
  /// there.
  double load(int rank, int more = -1, int less = -1) const {
    double sum = 0.0, worst = 0.0;
    for (std::size_t s = 0; s < m_load.size(); ++s) {
      double load = m_load[s][at(rank)];
      if (more >= 0) load += m_each[s][at(more)];
      if (less >= 0) load -= m_each[s][at(less)];
      sum += load;
      worst = std::max(worst, load);
    }
    return m_over == Over::worst ? worst : sum / static_cast<double>(m_load.size());
  }
  double weight(int expert) const {
    double sum = 0.0;
    for (const auto& each : m_each) sum += each[at(expert)];
    return sum;
  }
  int fullest() const {
    int most = 0;
    for (int rank = 1; rank < static_cast<int>(m_experts.size()); ++rank)
      if (load(rank) > load(most)) most = rank;
    return most;
  }
  /// Exchanges expert `mine` of `rank` with `theirs` of `other`, by their places there.
  void exchange(int rank, std::size_t mine, int other, std::size_t theirs) {
    int &a = m_experts[at(rank)][mine], &b = m_experts[at(other)][theirs];
    for (std::size_t s = 0; s < m_load.size(); ++s) {
      const double moved = m_each[s][at(a)] - m_each[s][at(b)];
      m_load[s][at(rank)] -= moved;
      m_load[s][at(other)] += moved;
    }
    std::swap(a, b);
  }
  /// The fullest rank of each snapshot, the worst of them or their mean.
  double result() const {
    double sum = 0.0, worst = 0.0;
    for (const std::vector<double>& load : m_load) {
      const double most = *std::max_element(load.begin(), load.end());
      sum += most;
      worst = std::max(worst, most);
    }
    return m_over == Over::worst ? worst : sum / static_cast<double>(m_load.size());
  }
  /// result() where ranks a and b exchanged these experts. Whatever else is fullest stays so.
  double result_after(int a, int mine, int b, int theirs) const {
    double sum = 0.0, worst = 0.0;
    for (std::size_t s = 0; s < m_load.size(); ++s) {
      const double moved = m_each[s][at(mine)] - m_each[s][at(theirs)];
      double most = std::max(m_load[s][at(a)] - moved, m_load[s][at(b)] + moved);
      for (std::size_t rank = 0; rank < m_load[s].size(); ++rank)
        if (rank != at(a) && rank != at(b)) most = std::max(most, m_load[s][rank]);
      sum += most;
      worst = std::max(worst, most);
    }
    return m_over == Over::worst ? worst : sum / static_cast<double>(m_load.size());
  }
  /// The fullest rank of each snapshot, once.
  std::vector<int> fullest_ranks() const {
    std::vector<int> ranks;
    for (const std::vector<double>& load : m_load) {
      const auto most = static_cast<int>(std::max_element(load.begin(), load.end()) - load.begin());
      if (std::find(ranks.begin(), ranks.end(), most) == ranks.end()) ranks.push_back(most);
    }
    return ranks;
  }
  std::vector<double> mean_load() const {
    std::vector<double> mean(m_experts.size());
    for (const auto& load : m_load)
      for (std::size_t rank = 0; rank < mean.size(); ++rank)
        mean[rank] += load[rank] / static_cast<double>(m_load.size());
    return mean;
  }
  /// See place_by_load(); `held`: experts and copies that a rank holds at least.
  double bound(int held) const {
    double sum = 0.0, worst = 0.0;
    for (const std::vector<double>& each : m_each) {
      std::vector<double> sorted = each;
      std::sort(sorted.begin(), sorted.end());
      double most = sorted.empty() ? 0.0 : sorted.back();
      for (int i = 0; i + 1 < held && i + 1 < static_cast<int>(sorted.size()); ++i) most += sorted[at(i)];
      most = std::max(1.0, most);
      sum += most;
      worst = std::max(worst, most);
    }
    return m_over == Over::worst ? worst : sum / static_cast<double>(m_each.size());
  }

 private:
  Snapshots m_each;  // load of one copy
  Snapshots m_load;  // of ranks
  std::vector<std::vector<int>> m_experts;
  Over m_over;
};

/// The exchange with the fullest rank after which the larger of both is least; false where none helps.
bool improve_fullest(Ranks& ranks) {
  const int full = ranks.fullest();
  double best = rounded_down(ranks.load(full));
  int with = -1;
  std::size_t mine = 0, theirs = 0;
  const auto& experts = ranks.experts();
  for (int other = 0; other < static_cast<int>(experts.size()); ++other) {
    if (other == full) continue;
    for (std::size_t i = 0; i < experts[at(full)].size(); ++i)
      for (std::size_t j = 0; j < experts[at(other)].size(); ++j) {
        const int a = experts[at(full)][i], b = experts[at(other)][j];
        const double left = ranks.load(full, b, a);
        if (left >= best || ranks.holds(other, a) || ranks.holds(full, b)) continue;
        const double after = std::max(left, ranks.load(other, a, b));
        if (after < best) {
          best = after;
          with = other;
          mine = i;
          theirs = j;
        }
      }
  }
  if (with < 0) return false;
  ranks.exchange(full, mine, with, theirs);
  return true;
}

/// The exchange with a rank that is the fullest of a snapshot after which the result is least; false where
/// none helps.
bool improve_result(Ranks& ranks) {
  double best = rounded_down(ranks.result());
  int from = -1, with = -1;
  std::size_t mine = 0, theirs = 0;
  const auto& experts = ranks.experts();
  for (const int full : ranks.fullest_ranks())
    for (int other = 0; other < static_cast<int>(experts.size()); ++other)
      for (std::size_t i = 0; other != full && i < experts[at(full)].size(); ++i)
        for (std::size_t j = 0; j < experts[at(other)].size(); ++j) {
          const int a = experts[at(full)][i], b = experts[at(other)][j];
          if (ranks.holds(other, a) || ranks.holds(full, b)) continue;
          const double after = ranks.result_after(full, a, other, b);
          if (after >= best) continue;
          best = after;
          from = full;
          with = other;
          mine = i;
          theirs = j;
        }
  if (with < 0) return false;
  ranks.exchange(from, mine, with, theirs);
  return true;
}

ExpertPlacement placement_of(const Ranks& ranks, const std::vector<int>& copies, int held) {
  ExpertPlacement placement;
  placement.experts = ranks.experts();
  for (auto& experts : placement.experts) std::sort(experts.begin(), experts.end());
  placement.copies = copies;
  placement.load = ranks.mean_load();
  placement.fullest = ranks.result();
  placement.bound = std::min(placement.fullest, ranks.bound(held));
  return placement;
}

/// Of each expert its largest load of a snapshot, or the sum over them.
std::vector<double> hottest_of(const Snapshots& all, Over over) {
  std::vector<double> hottest(all.front().size());
  for (const auto& snapshot : all)
    for (std::size_t i = 0; i < hottest.size(); ++i)
      hottest[i] = over == Over::worst ? std::max(hottest[i], snapshot[i]) : hottest[i] + snapshot[i];
  return hottest;
}

}  // namespace

std::vector<int> copies_of(const std::vector<double>& load, int spare, int ranks) {
  std::vector<int> copies(load.size(), 1);
  for (int i = 0; i < spare; ++i) {
    int hottest = -1;
    for (int expert = 0; expert < static_cast<int>(load.size()); ++expert)
      if (copies[at(expert)] < ranks &&
          (hottest < 0 || load[at(expert)] / copies[at(expert)] > load[at(hottest)] / copies[at(hottest)]))
        hottest = expert;
    if (hottest < 0) break;
    ++copies[at(hottest)];
  }
  return copies;
}

ExpertPlacement place_in_order(const Snapshots& loads, int ranks, Over over) {
  const auto experts = static_cast<int>(loads.front().size());
  const std::vector<int> copies(at(experts), 1);
  Ranks placed(scaled(loads, ranks), copies, ranks, over);
  for (int expert = 0; expert < experts; ++expert)
    placed.put(static_cast<int>(static_cast<std::int64_t>(expert) * ranks / experts), expert);
  return placement_of(placed, copies, experts / ranks);
}

ExpertPlacement place_by_load(const Snapshots& loads, int ranks, int spare, Over over) {
  const Snapshots all = scaled(loads, ranks);
  const auto experts = static_cast<int>(all.front().size());
  const std::vector<int> copies = copies_of(hottest_of(all, over), spare, ranks);
  Ranks placed(all, copies, ranks, over);
  std::vector<int> order;
  for (int expert = 0; expert < experts; ++expert) order.insert(order.end(), at(copies[at(expert)]), expert);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return placed.weight(a) > placed.weight(b); });
  const auto items = static_cast<int>(order.size());
  const int held = items / ranks, longer = items % ranks;  // so many ranks hold one more
  int filled = 0;
  for (const int expert : order) {
    int least = -1;
    bool doubled = true;  // an expert twice on a rank only where there is no other place
    for (int rank = 0; rank < ranks; ++rank) {
      const int count = placed.count(rank);
      if (count >= held + (longer > 0 ? 1 : 0) || (count == held && filled >= longer)) continue;
      const bool twice = placed.holds(rank, expert);
      if (least < 0 || (doubled && !twice) ||
          (doubled == twice && placed.load(rank, expert) < placed.load(least, expert))) {
        least = rank;
        doubled = twice;
      }
    }
    if (placed.count(least) == held) ++filled;
    placed.put(least, expert);
  }
  const double enough = kEnough * placed.bound(held);
  while (placed.result() > enough && improve_fullest(placed)) {
  }
  // With one snapshot the fullest rank is the result; with more, others may be the fullest of theirs.
  while (all.size() > 1 && placed.result() > enough && improve_result(placed)) {
  }
  return placement_of(placed, copies, held);
}

double fullest_bound(const Snapshots& loads, int ranks, int spare, Over over) {
  const Snapshots all = scaled(loads, ranks);
  const std::vector<int> copies = copies_of(hottest_of(all, over), spare, ranks);
  const int items = std::accumulate(copies.begin(), copies.end(), 0);
  return Ranks(all, copies, ranks, over).bound(items / ranks);
}

std::vector<double> loads_of_skew(int experts, int ranks, double skew) {
  std::vector<double> z(at(experts));
  // A stride that has no divisor with the number of experts visits them without pattern.
  int stride = std::max(1, static_cast<int>(0.6180339887 * experts));
  while (std::gcd(stride, experts) != 1) ++stride;
  for (int i = 0; i < experts; ++i)
    z[at(static_cast<int>(static_cast<std::int64_t>(i) * stride % experts))] =
        normal_quantile((i + 0.5) / experts);
  std::vector<double> loads(at(experts), 1.0);
  const auto spread = [&](double deviation) {
    for (std::size_t i = 0; i < loads.size(); ++i) loads[i] = std::exp(deviation * (z[i] - z[at(0)]));
    const double mean = sum_of(loads) / experts;
    for (double& load : loads) load /= mean;
    return place_in_order({loads}, ranks).fullest;
  };
  if (experts < 2 || ranks < 2 || skew <= 1.0) {
    spread(0.0);
    return loads;
  }
  double low = 0.0, high = 60.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (spread(middle) < skew ? low : high) = middle;
  }
  spread(high);
  return loads;
}

}  // namespace astrolabe::exchange
