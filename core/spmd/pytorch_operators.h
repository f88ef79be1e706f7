#pragma once
// What each operator of a distributed program is in PyTorch, on a device's own shards.

#include <string>
#include <vector>

#include "core/spmd/program.h"

namespace astrolabe::spmd {

/// "[2, 3]".
std::string list_of(const Shape& shape);
/// The variable that holds a fact: tensor, property and, where cut, segment.
std::string variable(const Fact& fact);
/// Key of a parameter in the script, as a Python string.
std::string parameter_name(const Graph& graph, TensorId tensor);

/// Expressions for the compute instructions of a graph's programs. They read variables of `variable` and the
/// functions of resources/export/spmd_prelude.py. The graph must outlive it.
class PytorchOperators {
 public:
  explicit PytorchOperators(const Graph& graph) : m_graph(graph) {}

  /// The right side of the instruction's line; `top2_gate` has two results.
  std::string expression(const Instruction& instruction) const;

 private:
  using Names = std::vector<std::string>;

  const Shape& shape(TensorId tensor) const { return m_graph.tensors[tensor].shape; }
  std::string einsum(const Node& node, const Names& x, const Fact& to) const;
  std::string aligned(const Node& node, std::size_t operand, const std::string& x) const;
  std::string begin_of(const Fact& fact, int dim) const;
  std::string local_shape(const Fact& fact) const;
  std::string dropout(const Node& node, const Fact& fact, const std::string& x) const;
  /// Code of the convolution of an image called `x` with a weight called `w`.
  static std::string convolution(const Node& node, const std::string& x, const std::string& w);
  bool is_split_entropy(const Instruction& instruction) const;
  std::string forward(const Node& node, const Names& x) const;
  std::string backward(const Node& node, const Instruction& instruction, const Names& x) const;

  const Graph& m_graph;
};

}  // namespace astrolabe::spmd
