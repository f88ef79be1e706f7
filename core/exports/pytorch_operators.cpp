#include "core/exports/pytorch_operators.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/base/quoting.h"
#include "core/spmd/program_text.h"

namespace astrolabe::exports {
namespace {

char letter(int index) { return static_cast<char>(index < 26 ? 'a' + index : 'A' + index - 26); }

std::string gain_of(const std::vector<std::string>& x, std::size_t at) {
  return x.size() > at ? ", " + x[at] : "";
}

std::string applied(const spmd::Attributes& a, const std::string& x) {
  const spmd::Function function = a.function;
  switch (function) {
    case spmd::Function::clip: {
      std::string text = fmt::format("torch.clamp({}", x);
      if (std::isfinite(a.low)) text += fmt::format(", min={}", a.low);
      if (std::isfinite(a.high)) text += fmt::format(", max={}", a.high);
      return text + ")";
    }
    case spmd::Function::hard_sigmoid:
      return fmt::format("torch.clamp({} * {} + {}, 0, 1)", x, a.factor, a.offset);
    case spmd::Function::hard_swish:
      return fmt::format("{0} * torch.clamp({0} * {1} + {2}, 0, 1)", x, a.factor, a.offset);
    case spmd::Function::leaky_relu:
      return fmt::format("F.leaky_relu({}, {})", x, a.factor);
    case spmd::Function::elu:
      return fmt::format("F.elu({}, {})", x, a.factor);
    case spmd::Function::softplus:
      return fmt::format("F.softplus({})", x);
    case spmd::Function::silu:
      return fmt::format("F.silu({})", x);
    case spmd::Function::absolute:
      return fmt::format("torch.abs({})", x);
    default:
      return fmt::format("torch.{}({})", spmd::to_string(function), x);
  }
}

/// "(first, stride or dilation, before, after), (...)", for rows and columns.
std::string convolved(const spmd::Sliding& a) {
  return fmt::format("({}, {}, {}, {})", a.stride, a.dilation, a.before, a.after);
}
std::string pooled(const spmd::Sliding& a) {
  return fmt::format("({}, {}, {}, {})", a.window, a.stride, a.before, a.after);
}

std::string max_pool(const spmd::Node& node, const std::string& x) {
  return fmt::format("max_pool({}, {}, {})", x, pooled(node.attributes.rows),
                     pooled(node.attributes.columns));
}

/// To images of `shape`.
std::string average_pool(const spmd::Node& node, const spmd::Shape& shape, const std::string& x) {
  const spmd::Attributes& a = node.attributes;
  if (a.rows.window == 0) return fmt::format("average_pool({}, [{}, {}])", x, shape[2], shape[3]);
  return fmt::format("average_windows({}, {}, {}, {})", x, pooled(a.rows), pooled(a.columns),
                     a.counts_padding ? "True" : "False");
}

std::string resized(const spmd::Node& node, const spmd::Shape& shape, const std::string& x) {
  constexpr std::array kinds{"nearest", "half_pixel", "align_ends", "from_corner"};
  return fmt::format("resize({}, [{}, {}], \"{}\")", x, shape[2], shape[3],
                     kinds[static_cast<std::size_t>(node.attributes.interpolation)]);
}

}  // namespace

std::string list_of(const spmd::Shape& shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

std::string variable(const spmd::Fact& fact) {
  std::string name = fmt::format("t{}_{}", fact.tensor, spmd::to_string(fact.property));
  if (fact.property.kind == spmd::Property::Kind::gather && fact.segment > 0)
    name += fmt::format("_s{}", fact.segment);
  return name;
}

std::string parameter_name(const spmd::Graph& graph, spmd::TensorId tensor) {
  return python_string(fmt::format("{} {}", tensor, graph.tensors[tensor].name));
}

/// Product and sum by the signature; a dimension without an index (extent 1) is summed on the way in and
/// put back on the way out.
std::string PytorchOperators::einsum(const spmd::Node& node, const Names& x, const spmd::Fact& to) const {
  const spmd::Signature& s = node.signature;
  std::string pattern;
  int spare = static_cast<int>(s.indices.size());
  for (const auto& labels : s.inputs) {
    if (!pattern.empty()) pattern += ',';
    for (const int label : labels) pattern += letter(label >= 0 ? label : spare++);
  }
  const std::string given = pattern;
  pattern += "->";
  std::string places;
  bool has_ones = false, repeats = false;
  for (const int label : s.outputs[0]) {
    const bool read = label >= 0 && given.find(letter(label)) != std::string::npos;
    if (read) pattern += letter(label);
    places += read ? ":, " : "None, ";
    has_ones = has_ones || !read;
    repeats = repeats || (label >= 0 && !read);
  }
  std::string text = fmt::format("torch.einsum(\"{}\", {})", pattern, fmt::join(x, ", "));
  if (has_ones) text = fmt::format("{}[{}]", text, places.substr(0, places.size() - 2));
  return repeats ? fmt::format("{}.expand({})", text, local_shape(to)) : text;
}

/// An operand of an addition, its dimensions brought to those of the result.
std::string PytorchOperators::aligned(const spmd::Node& node, std::size_t operand,
                                      const std::string& x) const {
  const auto& labels = node.signature.inputs[operand];
  const auto& to = node.signature.outputs[0];
  bool fits = labels.size() == to.size();
  for (std::size_t d = 0; fits && d < to.size(); ++d) fits = labels[d] < 0 || labels[d] == to[d];
  if (fits) return x;
  // Dimensions of extent 1 go; the result's others are put in.
  std::string kept, places;
  std::vector<int> left;
  for (const int label : labels) {
    kept += label < 0 ? "0, " : ":, ";
    if (label >= 0) left.push_back(label);
  }
  std::size_t next = 0;
  for (const int label : to) {
    const bool has = next < left.size() && left[next] == label;
    places += has ? ":, " : "None, ";
    if (has) ++next;
  }
  const std::string inner =
      left.size() == labels.size() ? x : fmt::format("{}[{}]", x, kept.substr(0, kept.size() - 2));
  return places.empty() ? inner : fmt::format("{}[{}]", inner, places.substr(0, places.size() - 2));
}

/// First element of the device's shard of `dim`, 0 where the fact is not cut there.
std::string PytorchOperators::begin_of(const spmd::Fact& fact, int dim) const {
  if (fact.property.kind != spmd::Property::Kind::gather || fact.property.dim != dim) return "0";
  return fmt::format("span({}, {})[0]", shape(fact.tensor)[static_cast<std::size_t>(dim)], fact.segment);
}

std::string PytorchOperators::local_shape(const spmd::Fact& fact) const {
  std::string text;
  for (std::size_t d = 0; d < shape(fact.tensor).size(); ++d) {
    const bool cut =
        fact.property.kind == spmd::Property::Kind::gather && fact.property.dim == static_cast<int>(d);
    text += text.empty() ? "" : ", ";
    text += cut ? fmt::format("span({}, {})[1]", shape(fact.tensor)[d], fact.segment)
                : std::to_string(shape(fact.tensor)[d]);
  }
  return "[" + text + "]";
}

std::string PytorchOperators::dropout(const spmd::Node& node, const spmd::Fact& fact,
                                      const std::string& x) const {
  std::string begin;
  for (std::size_t d = 0; d < shape(fact.tensor).size(); ++d)
    begin += (begin.empty() ? "" : ", ") + begin_of(fact, static_cast<int>(d));
  return fmt::format("dropout({}, {}, {}, step, {}, [{}])", x, node.attributes.probability,
                     node.attributes.stream, list_of(shape(fact.tensor)), begin);
}

std::string PytorchOperators::convolution(const spmd::Node& node, const std::string& x,
                                          const std::string& w) {
  return fmt::format("convolution({}, {}, {}, {})", x, w, convolved(node.attributes.rows),
                     convolved(node.attributes.columns));
}

bool PytorchOperators::is_split_entropy(const spmd::Instruction& instruction) const {
  const spmd::Property property = instruction.inputs[0].property;
  return property.kind == spmd::Property::Kind::gather &&
         property.dim + 1 == static_cast<int>(shape(instruction.inputs[0].tensor).size()) &&
         instruction.outputs[0].property.kind != spmd::Property::Kind::reduce;
}

std::string PytorchOperators::expression(const spmd::Instruction& instruction) const {
  const spmd::Node& node = m_graph.nodes[instruction.node];
  std::vector<std::string> x;
  for (const spmd::Fact& fact : instruction.inputs) x.push_back(variable(fact));
  switch (node.op) {
    case spmd::Op::contract:
    case spmd::Op::reduce_sum:
      return einsum(node, x, instruction.outputs[0]);
    case spmd::Op::add:
      return aligned(node, 0, x[0]) + " + " + aligned(node, 1, x[1]);
    case spmd::Op::scale:
      return fmt::format("{} * {}", x[0], node.attributes.factor);
    case spmd::Op::transpose:
      return fmt::format("{}.transpose({}, {}).contiguous()", x[0], node.attributes.axis,
                         node.attributes.axis2);
    case spmd::Op::dropout:
    case spmd::Op::dropout_gradient:
      return dropout(node, instruction.inputs[0], x[0]);
    case spmd::Op::update: {
      const spmd::TensorId parameter = node.inputs[0];
      return fmt::format("adam({}, {}, {}, step)", parameter_name(m_graph, parameter), x[0], x[1]);
    }
    case spmd::Op::broadcast_gradient:
      return fmt::format("torch.ones({}, device=DEVICE)", local_shape(instruction.outputs[0]));
    case spmd::Op::embedding:
      return fmt::format("embedding({}, {}, {})", x[0], x[1], begin_of(instruction.inputs[1], 0));
    case spmd::Op::embedding_gradient:
      return fmt::format("embedding_gradient({}, {}, {}, {}[0])", x[0], x[1],
                         begin_of(instruction.outputs[0], 0), local_shape(instruction.outputs[0]));
    case spmd::Op::cross_entropy:
    case spmd::Op::cross_entropy_gradient:
      if (is_split_entropy(instruction)) {
        const int last = instruction.inputs[0].property.dim;
        return fmt::format("{}_split({}, {}, {})", spmd::to_string(node.op), x[0], x[1],
                           begin_of(instruction.inputs[0], last));
      }
      return fmt::format("{}({}, {})", spmd::to_string(node.op), x[0], x[1]);
    default:
      return std::string_view(spmd::to_string(node.op)).ends_with("_gradient")
                 ? backward(node, instruction, x)
                 : forward(node, x);
  }
}

std::string PytorchOperators::forward(const spmd::Node& node, const Names& x) const {
  const spmd::Attributes& a = node.attributes;
  switch (node.op) {
    case spmd::Op::relu:
    case spmd::Op::sigmoid:
      return fmt::format("torch.{}({})", spmd::to_string(node.op), x[0]);
    case spmd::Op::gelu:
      return fmt::format("F.gelu({})", x[0]);
    case spmd::Op::function:
      return applied(a, x[0]);
    case spmd::Op::softmax:
      return fmt::format("torch.softmax({}, -1)", x[0]);
    case spmd::Op::gated_silu:
      return fmt::format("gated_silu({})", x[0]);
    case spmd::Op::layer_norm:
    case spmd::Op::rms_norm:
      return fmt::format("{}({}{})", spmd::to_string(node.op), x[0], gain_of(x, 1));
    case spmd::Op::attention:
      return fmt::format("attention({}, {}, {}, {})", x[0], a.heads_per_group, a.head_dim,
                         a.causal ? "True" : "False");
    case spmd::Op::conv2d:
      return convolution(node, x[0], x[1]);
    case spmd::Op::max_pool:
      return max_pool(node, x[0]);
    case spmd::Op::average_pool:
      return average_pool(node, shape(node.outputs[0]), x[0]);
    case spmd::Op::resize:
      return resized(node, shape(node.outputs[0]), x[0]);
    case spmd::Op::concat:
      return fmt::format("torch.cat([{}], {})", fmt::join(x, ", "), a.axis);
    case spmd::Op::flatten:
      return fmt::format("{}.flatten({})", x[0], a.axis);
    case spmd::Op::append_class_token:
      return fmt::format("torch.cat([{1}.expand({0}.shape[0], -1, -1), {0}], 1)", x[0], x[1]);
    case spmd::Op::get_class_token:
      return fmt::format("{}[:, 0].contiguous()", x[0]);
    case spmd::Op::part:
      return fmt::format("{}.narrow({}, {}, {}).contiguous()", x[0], a.axis, a.begin,
                         shape(node.outputs[0])[static_cast<std::size_t>(a.axis)]);
    case spmd::Op::place:
      return fmt::format("place({}, {}, {}, {})", x[0], a.axis, a.begin,
                         shape(node.outputs[0])[static_cast<std::size_t>(a.axis)]);
    default:  // top2_gate: two results
      return fmt::format("top2_gate({}, {}, {}, {})", x[0], x[1], a.capacity, a.choices);
  }
}

/// By differentiating the forward operator on the device's own values.
std::string PytorchOperators::backward(const spmd::Node& node, const spmd::Instruction& instruction,
                                       const Names& x) const {
  const spmd::Attributes& a = node.attributes;
  const std::string zeros =
      fmt::format("torch.zeros({}, device=DEVICE)", local_shape(instruction.outputs[0]));
  const auto by = [&](const std::string& function, const std::string& at) {
    return fmt::format("gradient(lambda x: {}, {}, {})", function, at, x[0]);
  };
  switch (node.op) {
    case spmd::Op::relu_gradient:
      return by("torch.relu(x)", x[1]);
    case spmd::Op::gelu_gradient:
      return by("F.gelu(x)", x[1]);
    case spmd::Op::sigmoid_gradient:
      return by("torch.sigmoid(x)", x[1]);
    case spmd::Op::gated_silu_gradient:
      return by("gated_silu(x)", x[1]);
    case spmd::Op::function_gradient:
      return by(applied(a, "x"), x[1]);
    case spmd::Op::softmax_gradient:
      return by("torch.softmax(x, -1)", x[1]);
    case spmd::Op::layer_norm_gradient:
      return by("layer_norm(x" + gain_of(x, 2) + ")", x[1]);
    case spmd::Op::rms_norm_gradient:
      return by("rms_norm(x" + gain_of(x, 2) + ")", x[1]);
    case spmd::Op::layer_norm_gain_gradient:
    case spmd::Op::rms_norm_gain_gradient: {
      const char* norm = node.op == spmd::Op::layer_norm_gain_gradient ? "layer_norm" : "rms_norm";
      return fmt::format("({0} * {1}({2})).flatten(0, -2).sum(0)", x[0], norm, x[1]);
    }
    case spmd::Op::attention_gradient:
      return by(
          fmt::format("attention(x, {}, {}, {})", a.heads_per_group, a.head_dim, a.causal ? "True" : "False"),
          x[1]);
    case spmd::Op::conv2d_input_gradient:
      return by(convolution(node, "x", x[1]), zeros);
    case spmd::Op::conv2d_weight_gradient:
      return by(convolution(node, x[1], "x"), zeros);
    case spmd::Op::max_pool_gradient:
      return by(max_pool(node, "x"), x[1]);
    case spmd::Op::average_pool_gradient:
      return by(average_pool(node, shape(node.inputs[0]), "x"), zeros);
    case spmd::Op::resize_gradient:
      return by(resized(node, shape(node.inputs[0]), "x"), zeros);
    case spmd::Op::flatten_gradient:
      return fmt::format("{}.reshape({})", x[0], local_shape(instruction.outputs[0]));
    case spmd::Op::append_class_token_input_gradient:
      return fmt::format("{}[:, 1:].contiguous()", x[0]);
    case spmd::Op::append_class_token_token_gradient:
      return fmt::format("{}[:, :1].sum(0, keepdim=True)", x[0]);
    case spmd::Op::get_class_token_gradient:
      return fmt::format("place({}[:, None], 1, 0, {})", x[0], shape(node.outputs[0])[1]);
    case spmd::Op::top2_gate_input_gradient:
      return by(fmt::format("top2_gate(x, {}, {}, {})[1]", x[2], a.capacity, a.choices), x[1]);
    default:  // top2_gate_weight_gradient
      return by(fmt::format("top2_gate({}, x, {}, {})[1]", x[1], a.capacity, a.choices), x[2]);
  }
}

}  // namespace astrolabe::exports
