#pragma once
// Maximum flow through a layout (Dinic's algorithm), its minimum cut and its slowest way.

#include <vector>

#include "core/placement/placement.h"

namespace astrolabe::placement {

/// Solves one layout after the other without allocating anew.
class FlowSolver {
 public:
  explicit FlowSolver(const Network& network) : m_network(network) {}

  /// Tokens/s alone, for searches. Capacities below 1e-12 of the largest count as none.
  double rate(const Layout& layout);
  /// With all that is told of a flow.
  Flow solve(const Layout& layout);

 private:
  struct Arc {
    int to = 0, back = 0;  ///< node, arc of `to` in the other direction
    double left = 0.0, capacity = 0.0;
  };
  void build(const Layout& layout);
  void join(int from, int to, double capacity);
  bool levels();
  double push(int node, double most);
  std::vector<bool> reached() const;
  void tell_flows(Flow& flow) const;
  void tell_cut(Flow& flow) const;

  const Network& m_network;
  std::vector<std::vector<Arc>> m_arcs;  ///< of each node: in and out of machines, source, sink
  std::vector<int> m_level, m_next, m_queue;
  std::vector<int> m_placed;
  std::vector<std::vector<int>> m_starting;  ///< machines by first layer
  double m_least = 0.0;
};

}  // namespace astrolabe::placement
