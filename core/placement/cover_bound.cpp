#include "core/placement/cover_bound.h"

#include <algorithm>
#include <limits>

#include "core/placement/packing.h"

namespace astrolabe::placement {

namespace {

constexpr double kRounding = 1e-9;
constexpr int kMostColumns = 400;
constexpr long kMostCovers = 200'000;  ///< looked at for one price vector

/// A machine of a type with k layers, as part of a cover.
struct Item {
  std::size_t type = 0;
  double part = 0.0;  ///< of the machine that one layer takes: 1 / k
  double rate = 0.0;
  double cost = 0.0;  ///< part x price of the type
};

/// The cheapest items whose rates add up to `rate`, by depth first in the order of cost for a token.
class CheapestCover {
 public:
  CheapestCover(const Network& network, double rate) : m_rate(rate * (1.0 - kRounding)) {
    for (std::size_t type = 0; type < network.types.size(); ++type)
      for (int k = 1; k <= std::min(network.layers, network.types[type].most_layers()); ++k)
        m_items.push_back({type, 1.0 / k, network.types[type].throughput[static_cast<std::size_t>(k - 1)]});
  }

  /// Its cost, a lower bound of it where the search was cut; `parts` of each type.
  double find(const std::vector<double>& prices, std::vector<double>& parts) {
    for (Item& item : m_items) item.cost = item.part * prices[item.type];
    std::vector<Item> kept = undominated();
    std::sort(kept.begin(), kept.end(), [](const Item& a, const Item& b) {
      return a.cost * b.rate != b.cost * a.rate ? a.cost * b.rate < b.cost * a.rate : a.rate > b.rate;
    });
    m_kept = std::move(kept);
    m_best = std::numeric_limits<double>::max();
    m_looked = 0;
    m_chosen.clear();
    descend(0, m_rate, 0.0);
    parts.assign(prices.size(), 0.0);
    for (const std::size_t item : m_cover) parts[m_kept[item].type] += m_kept[item].part;
    if (m_looked < kMostCovers || m_kept.empty()) return m_best;
    return std::min(m_best, m_rate * m_kept.front().cost / m_kept.front().rate);
  }

 private:
  /// Without those for which another does as much for less.
  std::vector<Item> undominated() const {
    std::vector<Item> sorted = m_items;
    std::sort(sorted.begin(), sorted.end(), [](const Item& a, const Item& b) {
      return a.cost != b.cost ? a.cost < b.cost : a.rate > b.rate;
    });
    std::vector<Item> kept;
    double most = 0.0;
    for (const Item& item : sorted) {
      const double rate = std::min(item.rate, m_rate);  // more than all is no better
      if (rate <= most) continue;
      most = rate;
      kept.push_back(item);
      if (most >= m_rate) break;
    }
    return kept;
  }

  void descend(std::size_t first, double missing, double cost) {
    if (missing <= 0.0) {
      if (cost < m_best) {
        m_best = cost;
        m_cover = m_chosen;
      }
      return;
    }
    for (std::size_t item = first; item < m_kept.size() && ++m_looked < kMostCovers; ++item) {
      const Item& one = m_kept[item];
      if (cost + missing * one.cost / one.rate >= m_best * (1.0 - kRounding)) return;  // nor do later ones
      if (cost + one.cost >= m_best) continue;
      m_chosen.push_back(item);
      descend(item, missing - one.rate, cost + one.cost);
      m_chosen.pop_back();
    }
  }

  double m_rate;
  std::vector<Item> m_items, m_kept;
  std::vector<std::size_t> m_chosen, m_cover;
  double m_best = 0.0;
  long m_looked = 0;
};

std::vector<double> counts_of(const Network& network) {
  std::vector<double> counts(network.types.size(), 0.0);
  for (const Machine& machine : network.machines) counts[static_cast<std::size_t>(machine.type)] += 1.0;
  return counts;
}

}  // namespace

double simple_bound(const Network& network) {
  double sum = 0.0;
  for (const Machine& machine : network.machines) {
    const Type& type = network.types[static_cast<std::size_t>(machine.type)];
    double most = 0.0;
    for (int k = 1; k <= std::min(network.layers, type.most_layers()); ++k)
      most = std::max(most, k * type.throughput[static_cast<std::size_t>(k - 1)]);
    sum += most;
  }
  return sum / network.layers;
}

bool may_reach(const Network& network, double rate) {
  const std::vector<double> counts = counts_of(network);
  CheapestCover covers(network, rate);
  const double wanted = network.layers * (1.0 - kRounding);
  bool no = false;
  pack(
      counts,
      [&](const std::vector<double>& prices) {
        Column cover;
        double worth = 0.0;
        for (std::size_t type = 0; type < counts.size(); ++type) worth += prices[type] * counts[type];
        const double cost = covers.find(prices, cover.use);
        cover.value = 1.0;
        no = no || (cost > 0.0 && worth / cost < wanted);
        if (no) cover.use.clear();  // proven
        return cover;
      },
      kMostColumns, kRounding);
  return !no;
}

double upper_bound(const Network& network, double known, double tolerance) {
  double high = simple_bound(network), low = known;
  if (low >= high || !may_reach(network, low * (1.0 + 2.0 * kRounding))) return std::min(known, high);
  const double nothing = kRounding * high;
  while (high - low > tolerance * high && high > nothing) {
    const double middle = 0.5 * (low + high);
    (may_reach(network, middle) ? low : high) = middle;
  }
  return high;
}

}  // namespace astrolabe::placement
