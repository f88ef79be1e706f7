#include "core/spmd/leaves.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace astrolabe::spmd {

namespace {

/// Extents over which a product sums, of one operand.
double summed(const Node& node, std::size_t operand) {
  if (node.op == Op::conv2d) return static_cast<double>(node.signature.inputs.empty() ? 1 : 9);
  if (node.op != Op::contract || operand >= node.signature.inputs.size()) return 1.0;
  double product = 1.0;
  for (const int index : node.signature.inputs[operand]) {
    const auto& out = node.signature.outputs[0];
    if (index >= 0 && std::find(out.begin(), out.end(), index) == out.end())
      product *= static_cast<double>(node.signature.indices[index].extent);
  }
  return product;
}

}  // namespace

Leaves::Leaves(const Graph& graph, unsigned seed, bool whole_numbers)
    : m_graph(&graph),
      m_seed(seed),
      m_whole_numbers(whole_numbers),
      m_classes(graph.tensors.size(), 0),
      m_scale(graph.tensors.size(), 1.0) {
  for (const Node& node : graph.nodes) {
    if (node.op == Op::embedding) m_classes[node.inputs[0]] = graph.tensors[node.inputs[1]].shape[0];
    if (node.op == Op::embedding_gradient)
      m_classes[node.inputs[1]] = graph.tensors[node.outputs[0]].shape[0];
    if (node.op == Op::cross_entropy) m_classes[node.inputs[1]] = graph.tensors[node.inputs[0]].shape.back();
    if (node.phase != Phase::forward) continue;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
      if (graph.tensors[node.inputs[i]].role == Role::parameter)
        m_scale[node.inputs[i]] = std::sqrt(6.0 / summed(node, i));
  }
}

Block Leaves::draw(TensorId leaf, int step) const {
  const Tensor& tensor = m_graph->tensors[leaf];
  Block block = Block::zeros(tensor.shape);
  const unsigned part = tensor.role == Role::input ? static_cast<unsigned>(step) + 1U : 0U;
  std::seed_seq sequence{m_seed, static_cast<unsigned>(leaf), part};
  std::mt19937_64 source(sequence);
  const std::int64_t classes = m_classes[leaf];
  for (double& value : block.values) {
    if (classes > 0) {
      value = static_cast<double>(source() % static_cast<std::uint64_t>(classes));
    } else if (m_whole_numbers) {
      value = static_cast<double>(source() % 7) - 3.0;
    } else {
      value = (static_cast<double>(source() >> 11) * 0x1.0p-52 - 1.0) *
              (tensor.role == Role::parameter ? m_scale[leaf] : 1.0);
      // They stand under roots and in denominators.
      if (tensor.role == Role::constant) value = std::fabs(value) + 0.125;
    }
  }
  return block;
}

}  // namespace astrolabe::spmd
