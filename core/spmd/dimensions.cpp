#include "core/spmd/dimensions.h"

#include <cstdint>

namespace astrolabe::spmd {

std::size_t part_number(const Graph& graph, const Node& part, const Node& forward) {
  if (forward.op != Op::concat) return 0;
  const auto axis = static_cast<std::size_t>(forward.attributes.axis);
  std::int64_t begin = 0;
  std::size_t i = 0;
  for (; i + 1 < forward.inputs.size() && begin != part.attributes.begin; ++i)
    begin += graph.tensors[forward.inputs[i]].shape[axis];
  return i;
}

Dimensions::Dimensions(const Graph& graph) : m_graph(graph) {
  for (const Tensor& tensor : graph.tensors) {
    m_first.push_back(static_cast<int>(m_parent.size()));
    for (std::size_t d = 0; d < tensor.shape.size(); ++d)
      m_parent.push_back(static_cast<int>(m_parent.size()));
  }
  for (const Node& node : graph.nodes) {
    join_equal(node);
    if (node.phase == Phase::backward && node.of >= 0) join_gradient(node, graph.nodes[node.of]);
  }
}

int Dimensions::root(int at) {
  while (m_parent[at] != at) at = m_parent[at] = m_parent[m_parent[at]];
  return at;
}

void Dimensions::join_equal(const Node& node) {
  std::vector<int> known(node.signature.indices.size(), -1);
  const auto join = [&](const std::vector<TensorId>& tensors, const std::vector<std::vector<int>>& labels) {
    for (std::size_t i = 0; i < labels.size(); ++i)
      for (std::size_t d = 0; d < labels[i].size(); ++d) {
        if (labels[i][d] < 0) continue;
        int& first = known[labels[i][d]];
        if (first < 0)
          first = of(tensors[i], d);
        else
          m_parent[of(tensors[i], d)] = root(first);
      }
  };
  join(node.inputs, node.signature.inputs);
  join(node.outputs, node.signature.outputs);
}

void Dimensions::join_all(TensorId a, TensorId b) {
  const std::size_t rank = m_graph.tensors[a].shape.size();
  if (m_graph.tensors[a].shape != m_graph.tensors[b].shape) return;
  for (std::size_t d = 0; d < rank; ++d) m_parent[of(a, d)] = of(b, d);
}

void Dimensions::join_gradient(const Node& node, const Node& forward) {
  switch (node.op) {
    case Op::broadcast_gradient:
    case Op::flatten_gradient:
    case Op::max_pool_gradient:
    case Op::average_pool_gradient:
    case Op::resize_gradient:
    case Op::conv2d_input_gradient:
    case Op::append_class_token_input_gradient:
    case Op::get_class_token_gradient:
    case Op::part:
    case Op::place:
      join_all(node.outputs[0], forward.inputs[part_number(m_graph, node, forward)]);
      break;
    case Op::reduce_sum:
      if (forward.op != Op::reduce_sum) return;
      join_all(node.outputs[0], forward.inputs[0]);
      break;
    case Op::flatten:
      join_all(node.outputs[0], forward.inputs[0]);
      break;
    case Op::embedding:  // of rows put back by their ids
      join_all(node.inputs[1], forward.outputs[0]);
      return;
    case Op::embedding_gradient:
      join_all(node.outputs[0], forward.inputs[1]);
      return;
    case Op::conv2d_weight_gradient:
      join_all(node.outputs[0], forward.inputs[1]);
      break;
    default:
      return;
  }
  if (!node.inputs.empty()) join_all(node.inputs[0], forward.outputs[0]);
}

}  // namespace astrolabe::spmd
