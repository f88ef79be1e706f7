// ONNX operators that bend values element by element, and branches of a constant condition.

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/spmd/onnx_lowering.h"

namespace astrolabe::spmd {

OnnxLowering::Done OnnxLowering::lower_bent(const OnnxNode& node, bool& done) {
  done = true;
  const std::string& type = node.type;
  Attributes attributes;
  if (type == "Clip") {
    attributes.function = Function::clip;
    const auto limit = [&](const char* key, std::size_t i, double otherwise) {
      if (has(node, i)) return in(node, i).is_scalar() ? in(node, i).data[0] : std::nan("");
      return node.real(key, otherwise);
    };
    attributes.low = limit("min", 1, attributes.low);
    attributes.high = limit("max", 2, attributes.high);
    if (std::isnan(attributes.low) || std::isnan(attributes.high))
      return unsupported(node, "constant limits of Clip");
  } else if (type == "HardSigmoid" || type == "HardSwish") {
    attributes.function = type == "HardSwish" ? Function::hard_swish : Function::hard_sigmoid;
    attributes.factor = type == "HardSwish" ? 1.0 / 6.0 : node.real("alpha", 0.2);
    attributes.offset = node.real("beta", 0.5);
  } else if (type == "LeakyRelu" || type == "Elu") {
    attributes.function = type == "Elu" ? Function::elu : Function::leaky_relu;
    attributes.factor = node.real("alpha", type == "Elu" ? 1.0 : 0.01);
  } else if (type == "Softplus" || type == "Mish") {
    attributes.function = Function::softplus;
  } else {
    done = false;
    return {};
  }
  Value x = in(node, 0);
  need_tensor(x, node.inputs[0]);
  Value y = unary(node.name, Op::function, x, attributes, 4.0);
  if (type != "Mish") {
    give(node, std::move(y));
    return {};
  }
  return keep(node, binary(node, Op::contract, x, function(node.name + ".tanh", y, Function::tanh)));
}

/// The branch that a constant condition chooses takes the place of the node.
OnnxLowering::Done OnnxLowering::lower_branch(const OnnxNode& node, bool& done) {
  done = node.type == "If";
  if (!done) return {};
  const Value& condition = in(node, 0);
  if (!condition.is_scalar()) return unsupported(node, "a condition that does not depend on data");
  const auto branch = node.attributes.find(condition.data[0] != 0.0 ? "then_branch" : "else_branch");
  if (branch == node.attributes.end() || branch->second.graph == nullptr)
    return unsupported(node, "a branch for its condition");
  const OnnxModel& chosen = *branch->second.graph;
  for (const auto& [name, weight] : chosen.weights) read_weight(name, weight);
  for (const OnnxNode& inner : chosen.nodes)
    if (auto result = lower(inner); !result) return result;
  for (std::size_t i = 0; i < node.outputs.size() && i < chosen.outputs.size(); ++i) {
    const auto value = m_values.find(chosen.outputs[i]);
    if (value == m_values.end())
      return bad_shape(node, chosen.outputs[i] + ", which nothing makes", "a known value");
    give(node, value->second, i);
  }
  return {};
}

}  // namespace astrolabe::spmd
