#include "core/spmd/graph.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>

namespace astrolabe::spmd {

namespace {

constexpr std::array kOpNames{"contract",
                              "reduce_sum",
                              "add",
                              "scale",
                              "linear",
                              "fused_attention",
                              "log_softmax",
                              "nll_loss",
                              "relu",
                              "gelu",
                              "sigmoid",
                              "gated_silu",
                              "dropout",
                              "function",
                              "layer_norm",
                              "rms_norm",
                              "softmax",
                              "attention",
                              "conv2d",
                              "max_pool",
                              "average_pool",
                              "resize",
                              "flatten",
                              "embedding",
                              "append_class_token",
                              "get_class_token",
                              "transpose",
                              "part",
                              "place",
                              "concat",
                              "top2_gate",
                              "cross_entropy",
                              "relu_gradient",
                              "gelu_gradient",
                              "sigmoid_gradient",
                              "gated_silu_gradient",
                              "dropout_gradient",
                              "function_gradient",
                              "softmax_gradient",
                              "layer_norm_gradient",
                              "layer_norm_gain_gradient",
                              "rms_norm_gradient",
                              "rms_norm_gain_gradient",
                              "attention_gradient",
                              "conv2d_input_gradient",
                              "conv2d_weight_gradient",
                              "max_pool_gradient",
                              "average_pool_gradient",
                              "resize_gradient",
                              "flatten_gradient",
                              "embedding_gradient",
                              "append_class_token_input_gradient",
                              "append_class_token_token_gradient",
                              "get_class_token_gradient",
                              "top2_gate_input_gradient",
                              "top2_gate_weight_gradient",
                              "cross_entropy_gradient",
                              "broadcast_gradient",
                              "update"};
static_assert(kOpNames.size() == static_cast<std::size_t>(Op::update) + 1);

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  if (list.empty()) return parts;
  std::size_t begin = 0;
  for (std::size_t comma; (comma = list.find(',', begin)) != std::string::npos; begin = comma + 1)
    parts.push_back(list.substr(begin, comma - begin));
  parts.push_back(list.substr(begin));  // of a number without dimensions: empty
  return parts;
}

bool is_linear_in_all(Op op) {
  return op == Op::contract || op == Op::reduce_sum || op == Op::scale || op == Op::transpose ||
         op == Op::average_pool || op == Op::resize || op == Op::flatten || op == Op::get_class_token ||
         op == Op::part || op == Op::place;
}

bool is_linear_in_first(Op op) {
  return op == Op::linear || op == Op::dropout || op == Op::function_gradient || op == Op::softmax_gradient ||
         op == Op::dropout_gradient || op == Op::relu_gradient || op == Op::gelu_gradient ||
         op == Op::sigmoid_gradient || op == Op::gated_silu_gradient || op == Op::layer_norm_gradient ||
         op == Op::rms_norm_gradient || op == Op::layer_norm_gain_gradient ||
         op == Op::rms_norm_gain_gradient || op == Op::attention_gradient ||
         op == Op::conv2d_input_gradient || op == Op::conv2d_weight_gradient || op == Op::max_pool_gradient ||
         op == Op::average_pool_gradient || op == Op::resize_gradient || op == Op::flatten_gradient ||
         op == Op::embedding_gradient || op == Op::append_class_token_input_gradient ||
         op == Op::append_class_token_token_gradient || op == Op::get_class_token_gradient ||
         op == Op::top2_gate_input_gradient || op == Op::top2_gate_weight_gradient;
}

/// Reads "bsi,oi->bso" against the tensors' shapes.
Signature read_signature(const Graph& graph, const Node& node, const std::string& pattern,
                         const std::string& exchanged) {
  Signature signature;
  if (pattern.empty()) return signature;
  const std::size_t arrow = pattern.find("->");
  assert(arrow != std::string::npos);
  const auto read = [&](const std::string& letters, const Shape& shape) {
    assert(letters.size() == shape.size());
    std::vector<int> labels;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      const char letter = letters[d];
      if (letter == '.' || shape[d] == 1) {
        labels.push_back(-1);
        continue;
      }
      const auto known = std::find_if(signature.indices.begin(), signature.indices.end(),
                                      [&](const Index& index) { return index.letter == letter; });
      labels.push_back(static_cast<int>(known - signature.indices.begin()));
      if (known != signature.indices.end()) {
        assert(known->extent == shape[d]);
        continue;
      }
      const bool capital = std::isupper(static_cast<unsigned char>(letter)) != 0;
      const bool is_exchanged = exchanged.find(letter) != std::string::npos;
      signature.indices.push_back(
          {letter, shape[d],
           is_exchanged ? Sharing::exchanged : (capital ? Sharing::locked : Sharing::free)});
    }
    return labels;
  };
  auto inputs = parts_of(pattern.substr(0, arrow));
  if (inputs.empty() && !node.inputs.empty()) inputs.emplace_back();  // one number
  const auto outputs = parts_of(pattern.substr(arrow + 2));
  assert(inputs.size() == node.inputs.size());
  for (std::size_t i = 0; i < node.inputs.size(); ++i)
    signature.inputs.push_back(read(inputs[i], graph.tensors[node.inputs[i]].shape));
  for (std::size_t i = 0; i < node.outputs.size(); ++i)
    signature.outputs.push_back(
        read(i < outputs.size() ? outputs[i] : "", graph.tensors[node.outputs[i]].shape));
  if (is_linear_in_all(node.op))
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
      signature.linear_inputs.push_back(static_cast<int>(i));
  else if (is_linear_in_first(node.op))
    signature.linear_inputs.push_back(0);
  signature.jointly_linear = node.op == Op::add || node.op == Op::concat;
  for (const Index& index : signature.indices)
    // For each token the maximum, the sum of exponentials and the logit of its label.
    if (index.sharing == Sharing::exchanged)
      signature.exchange_elements =
          3.0 * graph.tensors[node.inputs.front()].elements() / static_cast<double>(index.extent);
  return signature;
}

}  // namespace

const char* to_string(Op op) { return kOpNames[static_cast<std::size_t>(op)]; }

const char* to_string(Function function) {
  constexpr std::array names{"tanh",         "exp",        "log",        "sqrt",     "reciprocal",
                             "erf",          "square",     "silu",       "absolute", "clip",
                             "hard_sigmoid", "hard_swish", "leaky_relu", "elu",      "softplus"};
  static_assert(names.size() == static_cast<std::size_t>(Function::softplus) + 1);
  return names[static_cast<std::size_t>(function)];
}

const char* to_string(Phase phase) {
  constexpr std::array names{"forward", "backward", "optimizer"};
  return names[static_cast<std::size_t>(phase)];
}

double Tensor::elements() const {
  double product = 1.0;
  for (const std::int64_t extent : shape) product *= static_cast<double>(extent);
  return product;
}

double Graph::parameters() const {
  double sum = 0.0;
  for (const Tensor& tensor : tensors)
    if (tensor.role == Role::parameter) sum += tensor.elements();
  return sum;
}

GraphBuilder::GraphBuilder(std::string name, bool released) {
  m_graph.name = std::move(name);
  m_graph.released = released;
}

TensorId GraphBuilder::leaf(Role role, std::string name, Shape shape) {
  Tensor tensor;
  tensor.name = std::move(name);
  tensor.shape = std::move(shape);
  tensor.role = role;
  tensor.element_bytes = m_element_bytes;
  m_graph.tensors.push_back(std::move(tensor));
  return static_cast<TensorId>(m_graph.tensors.size()) - 1;
}

TensorId GraphBuilder::add(Op op, std::string name, std::vector<TensorId> inputs, Shape shape,
                           const std::string& pattern, double flops, Attributes attributes,
                           const std::string& exchanged) {
  return add_many(op, std::move(name), std::move(inputs), {std::move(shape)}, pattern, flops, attributes,
                  exchanged)
      .front();
}

std::vector<TensorId> GraphBuilder::add_many(Op op, std::string name, std::vector<TensorId> inputs,
                                             const std::vector<Shape>& shapes, const std::string& pattern,
                                             double flops, Attributes attributes,
                                             const std::string& exchanged) {
  const auto id = static_cast<NodeId>(m_graph.nodes.size());
  Node node;
  node.op = op;
  node.phase = m_phase;
  node.name = std::move(name);
  node.inputs = std::move(inputs);
  node.attributes = attributes;
  node.flops = flops;
  node.block = m_block;
  node.segment = m_segment;
  node.of = m_of;
  for (const Shape& shape : shapes) {
    const TensorId tensor = leaf(Role::activation, node.name, shape);
    m_graph.tensors[tensor].producer = id;
    m_graph.tensors[tensor].producer_output = static_cast<int>(node.outputs.size());
    node.outputs.push_back(tensor);
  }
  for (const TensorId input : node.inputs) {
    std::vector<NodeId>& consumers = m_graph.tensors[input].consumers;
    if (consumers.empty() || consumers.back() != id) consumers.push_back(id);
  }
  node.signature = read_signature(m_graph, node, pattern, exchanged);
  m_graph.nodes.push_back(std::move(node));
  return m_graph.nodes.back().outputs;
}

Graph GraphBuilder::finish(TensorId loss, double samples) && {
  m_graph.loss = loss;
  m_graph.samples = samples;
  return std::move(m_graph);
}

std::vector<Traffic> traffic_of(const Graph& graph) {
  std::vector<Traffic> traffic(graph.tensors.size(), Traffic::activation);
  std::vector<TensorId> open;
  for (std::size_t t = 0; t < graph.tensors.size(); ++t) {
    const Tensor& tensor = graph.tensors[t];
    if (tensor.role == Role::parameter) traffic[t] = Traffic::parameter;
    if (tensor.updated >= 0) traffic[tensor.updated] = Traffic::updated;
    if (tensor.gradient >= 0) open.push_back(tensor.gradient);
  }
  while (!open.empty()) {
    const TensorId tensor = open.back();
    open.pop_back();
    traffic[tensor] = Traffic::gradient;
    const NodeId producer = graph.tensors[tensor].producer;
    if (producer >= 0 && graph.nodes[producer].op == Op::add &&
        graph.nodes[producer].phase == Phase::backward)
      for (const TensorId part : graph.nodes[producer].inputs) open.push_back(part);
  }
  return traffic;
}

}  // namespace astrolabe::spmd
