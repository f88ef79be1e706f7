#include "core/placement/flow.h"

#include <algorithm>
#include <limits>

#include "core/placement/index.h"
#include "core/placement/served.h"

namespace astrolabe::placement {

namespace {

constexpr double kNothing = 1e-12;  ///< of the largest capacity: what rounding leaves
constexpr double kCarries = 1e-9;   ///< of the flow: less is rounding, not a way that tokens take

int in(int machine) { return 2 * machine; }
int out(int machine) { return 2 * machine + 1; }

}  // namespace

void FlowSolver::join(int from, int to, double capacity) {
  auto& forth = m_arcs[at(from)];
  auto& back = m_arcs[at(to)];
  forth.push_back({to, static_cast<int>(back.size()), capacity, capacity});
  back.push_back({from, static_cast<int>(forth.size()) - 1, 0.0, 0.0});
}

void FlowSolver::build(const Layout& layout) {
  const int count = m_network.size(), source = 2 * count, sink = source + 1;
  m_arcs.resize(at(sink + 1));
  for (auto& arcs : m_arcs) arcs.clear();
  m_starting.resize(at(m_network.layers + 1));
  for (auto& machines : m_starting) machines.clear();
  m_placed.clear();
  double largest = 0.0;
  for (int machine = 0; machine < count; ++machine) {
    const Interval& held = layout.machines[at(machine)];
    const double rate = m_network.throughput(machine, held.layers);
    if (rate <= 0.0) continue;
    m_placed.push_back(machine);
    m_starting[at(held.first_layer)].push_back(machine);
    largest = std::max(largest, rate);
    join(in(machine), out(machine), rate);
    if (held.first_layer == 0) join(source, in(machine), m_network.door_rate[at(machine)]);
    if (held.end() == m_network.layers) join(out(machine), sink, m_network.door_rate[at(machine)]);
  }
  m_least = kNothing * largest;
  for (const int from : m_placed) {
    const int end = layout.machines[at(from)].end();
    if (end == m_network.layers) continue;
    // Whoever begins at `end`, or with partial inference before it and ends behind it.
    const int first = layout.partial_inference ? 0 : end;
    for (int start = first; start <= end; ++start)
      for (const int to : m_starting[at(start)])
        if (layout.machines[at(to)].end() > end && m_network.link(from, to) > 0.0)
          join(out(from), in(to), m_network.link(from, to));
  }
}

bool FlowSolver::levels() {
  const int source = 2 * m_network.size(), sink = source + 1;
  m_level.assign(m_arcs.size(), -1);
  m_queue.assign(1, source);
  m_level[at(source)] = 0;
  for (std::size_t i = 0; i < m_queue.size() && m_level[at(sink)] < 0; ++i)
    for (const Arc& arc : m_arcs[at(m_queue[i])])
      if (arc.left > m_least && m_level[at(arc.to)] < 0) {
        m_level[at(arc.to)] = m_level[at(m_queue[i])] + 1;
        m_queue.push_back(arc.to);
      }
  return m_level[at(sink)] >= 0;
}

double FlowSolver::push(int node, double most) {
  if (node == 2 * m_network.size() + 1) return most;
  double pushed = 0.0;
  auto& arcs = m_arcs[at(node)];
  for (int& next = m_next[at(node)]; next < static_cast<int>(arcs.size()); ++next) {
    Arc& arc = arcs[at(next)];
    if (arc.left <= m_least || m_level[at(arc.to)] != m_level[at(node)] + 1) continue;
    const double part = push(arc.to, std::min(most - pushed, arc.left));
    arc.left -= part;
    m_arcs[at(arc.to)][at(arc.back)].left += part;
    pushed += part;
    if (most - pushed <= m_least) break;  // this arc may have something left
  }
  return pushed;
}

double FlowSolver::rate(const Layout& layout) {
  build(layout);
  double total = 0.0;
  while (levels()) {
    m_next.assign(m_arcs.size(), 0);
    const double pushed = push(2 * m_network.size(), std::numeric_limits<double>::max());
    if (pushed <= m_least) break;
    total += pushed;
  }
  return total;
}

Flow FlowSolver::solve(const Layout& layout) {
  Flow flow;
  flow.tokens_per_second = rate(layout);
  flow.of_machine.assign(at(m_network.size()), 0.0);
  if (flow.tokens_per_second <= 0.0) return flow;
  tell_flows(flow);
  tell_cut(flow);
  tell_served(m_network, layout, flow);
  return flow;
}

void FlowSolver::tell_flows(Flow& flow) const {
  const int source = 2 * m_network.size(), sink = source + 1;
  const double least = kCarries * flow.tokens_per_second;
  const auto machine_of = [&](int node) { return node >= source ? kCoordinator : node / 2; };
  for (int node = 0; node <= source; ++node)
    for (const Arc& arc : m_arcs[at(node)]) {
      const double carried = arc.capacity - arc.left;
      if (arc.capacity <= 0.0 || carried <= least) continue;
      if (node < source && arc.to == node + 1 && node % 2 == 0)
        flow.of_machine[at(node / 2)] = carried;
      else
        flow.links.push_back({machine_of(node), arc.to == sink ? kCoordinator : machine_of(arc.to), carried});
    }
  std::sort(flow.links.begin(), flow.links.end(), [](const LinkFlow& a, const LinkFlow& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
}

std::vector<bool> FlowSolver::reached() const {
  std::vector<bool> seen(m_arcs.size(), false);
  std::vector<int> open{2 * m_network.size()};
  seen[at(open.front())] = true;
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    for (const Arc& arc : m_arcs[at(node)])
      if (arc.left > m_least && !seen[at(arc.to)]) {
        seen[at(arc.to)] = true;
        open.push_back(arc.to);
      }
  }
  return seen;
}

void FlowSolver::tell_cut(Flow& flow) const {
  const std::vector<bool> seen = reached();
  const int source = 2 * m_network.size(), sink = source + 1;
  for (int node = 0; node <= source; ++node) {
    if (!seen[at(node)]) continue;
    for (const Arc& arc : m_arcs[at(node)]) {
      if (arc.capacity <= 0.0 || seen[at(arc.to)]) continue;
      const int from = node == source ? kCoordinator : node / 2;
      flow.min_cut.push_back({from, arc.to == sink ? kCoordinator : arc.to / 2, arc.capacity});
    }
  }
  std::sort(flow.min_cut.begin(), flow.min_cut.end(), [](const CutPart& a, const CutPart& b) {
    if (a.is_machine() != b.is_machine()) return a.is_machine();
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
}

std::string name_of(const CutPart& part, const Network& network) {
  const auto name = [&](int machine) {
    return machine == kCoordinator ? std::string("coordinator") : network.machines[at(machine)].name;
  };
  return part.is_machine() ? name(part.from) : name(part.from) + ">" + name(part.to);
}

}  // namespace astrolabe::placement
