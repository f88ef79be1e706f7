#include "core/placement/find.h"

#include <algorithm>
#include <numeric>

#include "core/placement/cover_bound.h"
#include "core/placement/exhaustive.h"
#include "core/placement/flow.h"
#include "core/placement/local_search.h"
#include "core/placement/zones.h"

namespace astrolabe::placement {

namespace {

constexpr double kReached = 1e-9;         ///< of the bound
constexpr double kBoundTolerance = 1e-4;  ///< of the bound
constexpr double kMostLayouts = 40'000;   ///< that are all tried
constexpr long kLooks = 20'000;           ///< at forms, for one rate
constexpr long kSteps = 60'000;           ///< of local search: its looks are this over the machines
constexpr long kThorough = 40;            ///< times as many
constexpr std::size_t kMostPlaced = 20;
constexpr double kHopes[] = {1.0, 0.8};

class Finder {
 public:
  Finder(const Network& network, const FindOptions& options)
      : m_network(network), m_options(options), m_solver(network) {}

  Answer find() {
    const double simple = simple_bound(m_network);
    if (layouts_of(m_network) <= kMostLayouts) {
      m_answer.evaluated = static_cast<long>(layouts_of(m_network));
      if (auto best = best_of_all(m_network, m_options.partial_inference, m_options.longest_chain))
        m_answer.placed.push_back(std::move(*best));
      m_answer.upper_bound = best_rate();
      if (m_network.demand.users > 0.0)  // the best for users need not have the largest flow
        m_answer.upper_bound = std::max(best_rate(), upper_bound(m_network, best_rate(), kBoundTolerance));
      m_answer.proven = true;
      return std::move(m_answer);
    }
    series(simple, m_network.layers);
    if (is_enough()) {
      m_answer.upper_bound = simple;
      order();
      return std::move(m_answer);
    }
    if (binds(simple)) {
      zones(simple);
      shorter(simple);
    } else if (m_options.longest_chain > 0.0) {
      shorter(simple);
    }
    m_answer.upper_bound = std::max(best_rate(), upper_bound(m_network, best_rate(), kBoundTolerance));
    if (!reached() && !is_enough()) improved();
    if (m_options.longest_chain <= 0.0) shorter(simple);
    order();
    m_answer.upper_bound = std::max(m_answer.upper_bound, best_rate());
    m_answer.proven = reached();
    m_answer.stopped_early = m_options.stop.stop_requested();
    return std::move(m_answer);
  }

 private:
  double best_rate() const {
    double best = 0.0;
    for (const Placed& placed : m_answer.placed) best = std::max(best, placed.flow.tokens_per_second);
    return best;
  }
  bool is_enough() const { return m_options.enough > 0.0 && best_rate() >= m_options.enough; }
  bool reached() const { return best_rate() >= m_answer.upper_bound * (1.0 - kReached); }
  bool binds(double rate) const {
    for (int from = 0; from < m_network.size(); ++from)
      for (int to = 0; to < m_network.size(); ++to)
        if (from != to && m_network.link(from, to) < rate) return true;
    return false;
  }

  void keep(Layout layout) {
    layout.partial_inference = m_options.partial_inference;
    Flow flow = m_solver.solve(layout);
    ++m_answer.evaluated;
    if (flow.tokens_per_second <= 0.0) return;
    if (m_fastest.flow.tokens_per_second < flow.tokens_per_second) m_fastest = {layout, flow};
    if (m_options.longest_chain <= 0.0 || flow.chain_seconds <= m_options.longest_chain)
      m_answer.placed.push_back({std::move(layout), std::move(flow)});
  }

  bool series(double rate, int most_stages) {
    std::vector<int> all(m_network.machines.size());
    std::iota(all.begin(), all.end(), 0);
    const std::vector<Kind> kinds = kinds_of(m_network, all);
    const auto found = fastest_series(kinds, m_network.layers, rate, kLooks, most_stages);
    if (!found) return false;
    keep(layout_of(m_network, {chain_of(kinds, *found)}));
    m_stages = static_cast<int>(found->size());
    return true;
  }

  /// Zones by rates from the largest down, until there are few.
  void zones(double rate) {
    std::vector<std::vector<int>> zones = zones_of(m_network, rate);
    for (int step = 0; step < 8 && zones.size() > kMostZones; ++step)
      zones = zones_of(m_network, rate /= 2.0);
    if (zones.size() < 2) return;
    for (const double hope : kHopes)
      if (!m_options.stop.stop_requested())
        if (const auto chains = fastest_chains(m_network, zones, simple_bound(m_network), hope);
            !chains.empty())
          keep(layout_of(m_network, chains));
  }

  /// Series of fewer stages, each with about three quarters of those before.
  void shorter(double simple) {
    for (int most = m_stages - std::max(1, m_stages / 4); most >= 1 && !m_options.stop.stop_requested();
         most = m_stages - std::max(1, m_stages / 4)) {
      if (!series(simple, most)) return;
      m_stages = std::min(m_stages, most);
    }
  }

  void improved() {
    if (m_fastest.flow.tokens_per_second <= 0.0 && m_network.size() == 0) return;
    Layout start = m_answer.placed.empty() ? m_fastest.layout : fastest().layout;
    if (start.machines.empty()) start.machines.resize(m_network.machines.size());
    LocalOptions options;
    options.most_looks = kSteps / std::max(1, m_network.size()) * (m_options.thorough ? kThorough : 1);
    options.longest_chain = m_options.longest_chain;
    options.enough = m_answer.upper_bound * (1.0 - kReached);
    if (m_options.enough > 0.0) options.enough = std::min(options.enough, m_options.enough);
    long looked = 0;
    start.partial_inference = m_options.partial_inference;
    Layout better = improve(m_network, start, options, looked);
    m_answer.evaluated += looked;
    keep(std::move(better));
  }
  const Placed& fastest() const {
    return *std::max_element(
        m_answer.placed.begin(), m_answer.placed.end(),
        [](const Placed& a, const Placed& b) { return a.flow.tokens_per_second < b.flow.tokens_per_second; });
  }

  /// The largest flow first, then only what has a shorter chain than all before it.
  void order() {
    auto& placed = m_answer.placed;
    std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
      if (a.flow.tokens_per_second != b.flow.tokens_per_second)
        return a.flow.tokens_per_second > b.flow.tokens_per_second;
      return a.flow.chain_seconds < b.flow.chain_seconds;
    });
    std::vector<Placed> kept;
    for (Placed& each : placed)
      if (kept.empty() || each.flow.chain_seconds < kept.back().flow.chain_seconds)
        kept.push_back(std::move(each));
    if (kept.size() > kMostPlaced) kept.resize(kMostPlaced);
    placed = std::move(kept);
  }

  const Network& m_network;
  const FindOptions& m_options;
  FlowSolver m_solver;
  Answer m_answer;
  Placed m_fastest;  ///< whatever its chain takes
  int m_stages = 0;  ///< of the last series
};

}  // namespace

Answer find(const Network& network, const FindOptions& options) { return Finder(network, options).find(); }

}  // namespace astrolabe::placement
