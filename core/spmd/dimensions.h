#pragma once
// Which dimensions of a graph's tensors have one extent, whatever it is.

#include <cstddef>
#include <vector>

#include "core/spmd/graph.h"

namespace astrolabe::spmd {

/// Which input of a concatenation the part belongs to; 0 for other parts.
std::size_t part_number(const Graph& graph, const Node& part, const Node& forward);

/// Dimensions of the tensors of a graph, which outlives them; those that must stay equal are in one class.
class Dimensions {
 public:
  explicit Dimensions(const Graph& graph);

  int count() const { return static_cast<int>(m_parent.size()); }
  int of(TensorId tensor, std::size_t dim) { return root(m_first[tensor] + static_cast<int>(dim)); }

 private:
  int root(int at);
  void join_equal(const Node& node);
  void join_all(TensorId a, TensorId b);
  /// What the signature of a gradient leaves open: it has the form of the operand that it belongs to.
  void join_gradient(const Node& node, const Node& forward);

  const Graph& m_graph;
  std::vector<int> m_first, m_parent;
};

}  // namespace astrolabe::spmd
