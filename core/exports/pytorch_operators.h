#pragma once
// What each operator of a distributed program is in PyTorch, on a device's own shards.

#include <string>
#include <vector>

#include "core/spmd/program.h"

namespace astrolabe::exports {

/// "[2, 3]".
std::string list_of(const spmd::Shape& shape);
/// The variable that holds a fact: tensor, property and, where cut, segment.
std::string variable(const spmd::Fact& fact);
/// Key of a parameter in the script, as a Python string.
std::string parameter_name(const spmd::Graph& graph, spmd::TensorId tensor);

/// Expressions for the compute instructions of a graph's programs. They read variables of `variable` and the
/// functions of resources/export/spmd_prelude.py. The graph must outlive it.
class PytorchOperators {
 public:
  explicit PytorchOperators(const spmd::Graph& graph) : m_graph(graph) {}

  /// The right side of the instruction's line; `top2_gate` has two results.
  std::string expression(const spmd::Instruction& instruction) const;

 private:
  using Names = std::vector<std::string>;

  const spmd::Shape& shape(spmd::TensorId tensor) const { return m_graph.tensors[tensor].shape; }
  std::string einsum(const spmd::Node& node, const Names& x, const spmd::Fact& to) const;
  std::string aligned(const spmd::Node& node, std::size_t operand, const std::string& x) const;
  std::string begin_of(const spmd::Fact& fact, int dim) const;
  std::string local_shape(const spmd::Fact& fact) const;
  std::string dropout(const spmd::Node& node, const spmd::Fact& fact, const std::string& x) const;
  /// Code of the convolution of an image called `x` with a weight called `w`.
  static std::string convolution(const spmd::Node& node, const std::string& x, const std::string& w);
  bool is_split_entropy(const spmd::Instruction& instruction) const;
  std::string forward(const spmd::Node& node, const Names& x) const;
  std::string backward(const spmd::Node& node, const spmd::Instruction& instruction, const Names& x) const;

  const spmd::Graph& m_graph;
};

}  // namespace astrolabe::exports
