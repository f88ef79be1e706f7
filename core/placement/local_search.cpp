#include "core/placement/local_search.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/placement/flow.h"
#include "core/placement/index.h"

namespace astrolabe::placement {

namespace {

constexpr double kWarm = 0.02;    ///< of the flow, that the first changes may lose
constexpr double kSpread = 0.05;  ///< weight of what covers layers beside what flows

/// Numbers that are the same on every machine (SplitMix64).
class Draws {
 public:
  int below(int most) { return static_cast<int>(next() % static_cast<std::uint64_t>(most)); }
  double share() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t next() {
    std::uint64_t z = m_state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::uint64_t m_state = 0;
};

class Annealing {
 public:
  Annealing(const Network& network, const Layout& start, const LocalOptions& options)
      : m_network(network), m_options(options), m_solver(network), m_now(start), m_best(start) {}

  Layout run(long& looked) {
    m_best_rate = allowed(m_best) ? m_solver.rate(m_best) : 0.0;
    double worth = worth_of(m_now, m_solver.rate(m_now));
    const double warm = kWarm * std::max(worth, 1e-300);
    for (long look = 0; look < m_options.most_looks; ++look) {
      if (m_options.enough > 0.0 && m_best_rate >= m_options.enough) break;
      const Layout before = m_now;
      if (!change()) continue;
      const double rate = m_solver.rate(m_now);
      const double next = worth_of(m_now, rate);
      ++looked;
      if (rate > m_best_rate && allowed(m_now)) {
        m_best_rate = rate;
        m_best = m_now;
      }
      const double heat =
          warm * (1.0 - static_cast<double>(look) / static_cast<double>(m_options.most_looks));
      if (next >= worth || (heat > 0.0 && m_draws.share() < std::exp((next - worth) / heat)))
        worth = next;
      else
        m_now = before;
    }
    return m_best;
  }

 private:
  bool allowed(const Layout& layout) {
    return m_options.longest_chain <= 0.0 || m_solver.solve(layout).chain_seconds <= m_options.longest_chain;
  }

  /// The flow, and a little of what would flow if each layer stood alone: a slope where the flow has none.
  double worth_of(const Layout& layout, double rate) {
    m_cover.assign(at(m_network.layers), 0.0);
    for (int machine = 0; machine < m_network.size(); ++machine) {
      const Interval& held = layout.machines[at(machine)];
      const double speed = m_network.throughput(machine, held.layers);
      for (int layer = held.first_layer; layer < held.end(); ++layer) m_cover[at(layer)] += speed;
    }
    const double most = std::max(1.5 * rate, 1e-300);
    double sum = 0.0;
    for (const double cover : m_cover) sum += std::min(cover, most);
    return rate + kSpread * sum / m_network.layers;
  }

  bool holds(int machine, const Interval& held) const {
    return held.layers >= 1 && held.first_layer >= 0 && held.end() <= m_network.layers &&
           held.layers <= m_network.type_of(machine).most_layers();
  }

  bool change() {
    switch (m_draws.below(4)) {
      case 0:
        return swap();
      case 1:
        return follow();
      case 2:
        return shift();
      default:
        return resize();
    }
  }
  int any() { return m_draws.below(m_network.size()); }

  bool swap() {
    const int a = any(), b = any();
    const Interval one = m_now.machines[at(a)], other = m_now.machines[at(b)];
    if (one == other || (other.layers > 0 && !holds(a, other)) || (one.layers > 0 && !holds(b, one)))
      return false;
    std::swap(m_now.machines[at(a)], m_now.machines[at(b)]);
    return true;
  }
  /// A machine does as another one, or goes on where that one ends.
  bool follow() {
    const int a = any(), b = any();
    Interval held = m_now.machines[at(b)];
    if (held.layers == 0) return false;
    if (m_draws.below(2) == 0)
      held = {held.end(), 1 + m_draws.below(std::max(1, m_network.type_of(a).most_layers()))};
    if (!holds(a, held) || held == m_now.machines[at(a)]) return false;
    m_now.machines[at(a)] = held;
    return true;
  }
  /// A boundary moves by a layer: whoever ends there, and whoever begins there.
  bool shift() {
    const Interval& held = m_now.machines[at(any())];
    const int boundary = held.end(), by = m_draws.below(2) == 0 ? 1 : -1;
    if (held.layers == 0 || boundary >= m_network.layers) return false;
    Layout moved = m_now;
    for (int machine = 0; machine < m_network.size(); ++machine) {
      Interval& each = moved.machines[at(machine)];
      if (each.layers == 0) continue;
      if (each.end() == boundary)
        each.layers += by;
      else if (each.first_layer == boundary)
        each = {each.first_layer + by, each.layers - by};
      else
        continue;
      if (!holds(machine, each)) return false;
    }
    m_now = std::move(moved);
    return true;
  }
  bool resize() {
    const int machine = any();
    Interval held = m_now.machines[at(machine)];
    if (held.layers == 0) return false;
    const int by = m_draws.below(2) == 0 ? 1 : -1;
    if (m_draws.below(2) == 0) {
      held.first_layer -= by;
    }
    held.layers += by;
    if (!holds(machine, held)) return false;
    m_now.machines[at(machine)] = held;
    return true;
  }

  const Network& m_network;
  const LocalOptions& m_options;
  FlowSolver m_solver;
  Draws m_draws;
  Layout m_now, m_best;
  double m_best_rate = 0.0;
  std::vector<double> m_cover;
};

}  // namespace

Layout improve(const Network& network, const Layout& start, const LocalOptions& options, long& looked) {
  if (network.size() == 0) return start;
  return Annealing(network, start, options).run(looked);
}

}  // namespace astrolabe::placement
