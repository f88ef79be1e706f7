// ONNX operators that bend values element by element, branches of a constant condition, and what every
// operator has to have.

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/onnx/lowering.h"

namespace astrolabe::onnx {

OnnxLowering::Done OnnxLowering::lower_bent(const OnnxNode& node, bool& done) {
  done = true;
  const std::string& type = node.type;
  spmd::Attributes attributes;
  if (type == "Clip") {
    attributes.function = spmd::Function::clip;
    const auto limit = [&](const char* key, std::size_t i, double otherwise) {
      if (has(node, i)) return in(node, i).is_scalar() ? in(node, i).data[0] : std::nan("");
      return node.real(key, otherwise);
    };
    attributes.low = limit("min", 1, attributes.low);
    attributes.high = limit("max", 2, attributes.high);
    if (std::isnan(attributes.low) || std::isnan(attributes.high))
      return unsupported(node, "constant limits of Clip");
  } else if (type == "HardSigmoid" || type == "HardSwish") {
    attributes.function = type == "HardSwish" ? spmd::Function::hard_swish : spmd::Function::hard_sigmoid;
    attributes.factor = type == "HardSwish" ? 1.0 / 6.0 : node.real("alpha", 0.2);
    attributes.offset = node.real("beta", 0.5);
  } else if (type == "LeakyRelu" || type == "Elu") {
    attributes.function = type == "Elu" ? spmd::Function::elu : spmd::Function::leaky_relu;
    attributes.factor = node.real("alpha", type == "Elu" ? 1.0 : 0.01);
  } else if (type == "Softplus" || type == "Mish") {
    attributes.function = spmd::Function::softplus;
  } else {
    done = false;
    return {};
  }
  Value x = in(node, 0);
  need_tensor(x, node.inputs[0]);
  Value y = unary(node.name, spmd::Op::function, x, attributes, 4.0);
  if (type != "Mish") {
    give(node, std::move(y));
    return {};
  }
  return keep(node,
              binary(node, spmd::Op::contract, x, function(node.name + ".tanh", y, spmd::Function::tanh)));
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
  for (const auto& [name, weight] : chosen.weights)
    if (auto read = read_weight(name, weight); !read) return read;
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

OnnxLowering::Done OnnxLowering::check(const OnnxNode& node) {
  const std::string& type = node.type;
  if (node.outputs.empty() || node.outputs.front().empty())
    return bad_shape(node, "no result", "an operator with a result");
  static const std::map<std::string, std::size_t> kInputs{{"Constant", 0},  {"MatMul", 2},
                                                          {"Gemm", 2},      {"Einsum", 2},
                                                          {"Sub", 2},       {"Mul", 2},
                                                          {"Div", 2},       {"Pow", 2},
                                                          {"Where", 3},     {"Expand", 2},
                                                          {"Gather", 2},    {"GatherElements", 2},
                                                          {"GatherND", 2},  {"ScatterElements", 3},
                                                          {"ScatterND", 3}, {"OneHot", 3},
                                                          {"Conv", 2},      {"BatchNormalization", 3},
                                                          {"Reshape", 2},   {"CumSum", 2},
                                                          {"TopK", 1},      {"Range", 3},
                                                          {"Tile", 2}};
  const auto wanted = kInputs.find(type);
  const bool any_number = type == "Concat" || type == "Min" || type == "Max" || type == "Sum";
  const std::size_t least = wanted != kInputs.end() ? wanted->second
                            : any_number            ? std::max<std::size_t>(1, node.inputs.size())
                                                    : 1;
  const std::string needed = std::to_string(least) + " input(s)";
  for (std::size_t i = 0; i < least; ++i)
    if (!has(node, i)) return bad_shape(node, std::to_string(node.inputs.size()) + " inputs", needed);
  if (least == 0) return {};
  const auto rank = static_cast<std::int64_t>(in(node, 0).shape.size());
  static const std::set<std::string> kAlong{
      "Softmax", "LogSoftmax", "LayerNormalization", "Split",          "Slice", "Gather", "Concat", "TopK",
      "CumSum",  "ArgMax",     "GatherElements",     "ScatterElements"};
  if (rank == 0 && kAlong.contains(type)) return bad_shape(node, "a number", "at least one dimension");
  std::vector<std::int64_t> axes = node.integers("axes");
  const bool listed = type == "Squeeze" || type == "Unsqueeze" || type.starts_with("Reduce");
  if (axes.empty() && has(node, 1) && listed && in(node, 1).known)
    for (const double axis : in(node, 1).data) axes.push_back(whole_number(axis));
  std::int64_t dims = rank + (type == "Unsqueeze" ? static_cast<std::int64_t>(axes.size()) : 0);
  const bool behind = type == "Flatten" || type == "OneHot";  // may also stand behind the last one
  if (node.has("axis")) axes.push_back(node.integer("axis", 0));
  const std::string from_to = "an axis from " + std::to_string(-dims) + " to " + std::to_string(dims - 1);
  for (const std::int64_t axis : axes)
    if (axis < -dims - (behind ? 1 : 0) || axis >= dims + (behind ? 1 : 0))
      return bad_shape(node, "axis " + std::to_string(axis), from_to);
  if (m_model.opset < 7 && node.has("broadcast") && node.has("axis"))
    return bad_shape(node, "broadcast from axis " + std::to_string(node.integer("axis", 0)),
                     "shapes that fit from the last dimension on");
  if (auto checked = check_choices(node); !checked) return checked;
  std::vector<std::int64_t> order = node.integers("perm");
  if (type != "Transpose" || order.empty()) return {};
  std::sort(order.begin(), order.end());
  bool each = static_cast<std::int64_t>(order.size()) == rank;
  for (std::size_t d = 0; each && d < order.size(); ++d) each = order[d] == static_cast<std::int64_t>(d);
  if (!each) return bad_shape(node, text(node.integers("perm")), "each dimension once");
  return {};
}

/// What ids and counts say of dimensions that are there.
OnnxLowering::Done OnnxLowering::check_choices(const OnnxNode& node) {
  const std::string& type = node.type;
  const spmd::Shape& x = in(node, 0).shape;
  if (type == "GatherND" || type == "ScatterND") {
    const spmd::Shape& ids = in(node, 1).shape;
    const std::int64_t depth = ids.empty() ? 0 : ids.back();
    if (depth < 1 || depth > static_cast<std::int64_t>(x.size()))
      return bad_shape(node, "ids of " + text(ids) + " for " + text(x),
                       "ids of 1 to " + std::to_string(x.size()) + " dimensions each");
  }
  if (type != "TopK" && type != "OneHot" && type != "Tile") return {};
  if (!has(node, 1) || !in(node, 1).known) return {};
  const std::vector<double>& counts = in(node, 1).data;
  const std::size_t wanted = type == "Tile" ? x.size() : 1;
  const bool whole =
      std::all_of(counts.begin(), counts.end(), [](double count) { return count >= 0.0 && count < 1e15; });
  if (counts.size() != wanted || !whole)
    return bad_shape(node, std::to_string(counts.size()) + " counts",
                     std::to_string(wanted) + " of 0 to 1e15");
  return {};
}

}  // namespace astrolabe::onnx
