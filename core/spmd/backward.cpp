#include "core/spmd/backward.h"

#include <algorithm>
#include <iterator>

#include "core/base/error_codes.h"

namespace astrolabe::spmd {

namespace {

constexpr double kUpdateFlops = 12.0;  ///< Adam, operations per parameter

/// "ab,ab->ab": two operands of one shape, element by element.
std::string pairwise(std::size_t rank) {
  const std::string all = std::string("abcdef").substr(0, rank);
  return std::string(all).append(",").append(all).append("->").append(all);
}

/// "bs.": the letters of one operand.
std::string letters_of(const Signature& signature, const std::vector<int>& labels) {
  std::string text;
  for (const int label : labels) text += label < 0 ? '.' : signature.indices[label].letter;
  return text;
}

/// How the gradient of an operator's first input is made of that of its output, where that is all.
struct Reverse {
  Op of, by;
  bool reads_input;  ///< beside the gradient of the output
  double flops;      ///< over those of the operator
};

constexpr Reverse kReverses[] = {
    {Op::scale, Op::scale, false, 1.0},
    {Op::transpose, Op::transpose, false, 1.0},
    {Op::relu, Op::relu_gradient, true, 2.0},
    {Op::gelu, Op::gelu_gradient, true, 2.0},
    {Op::sigmoid, Op::sigmoid_gradient, true, 2.0},
    {Op::gated_silu, Op::gated_silu_gradient, true, 2.0},
    {Op::dropout, Op::dropout_gradient, false, 1.0},
    {Op::function, Op::function_gradient, true, 2.0},
    {Op::softmax, Op::softmax_gradient, true, 2.0},
    {Op::attention, Op::attention_gradient, true, 2.5},
    {Op::max_pool, Op::max_pool_gradient, true, 1.0},
    {Op::average_pool, Op::average_pool_gradient, false, 1.0},
    {Op::resize, Op::resize_gradient, false, 1.0},
    {Op::get_class_token, Op::get_class_token_gradient, false, 1.0},
    {Op::part, Op::place, false, 0.0},
    {Op::place, Op::part, false, 0.0},
    {Op::flatten, Op::flatten_gradient, false, 0.0},
    {Op::flatten_gradient, Op::flatten, false, 0.0},
};

/// Null: another form.
const Reverse* reverse_of(Op op) {
  const auto* const found = std::find_if(std::begin(kReverses), std::end(kReverses),
                                         [op](const Reverse& each) { return each.of == op; });
  return found == std::end(kReverses) ? nullptr : found;
}

class Differentiator {
 public:
  explicit Differentiator(Graph forward)
      : m_forward_nodes(forward.nodes.size()),
        m_loss(forward.loss),
        m_samples(forward.samples),
        m_parts(forward.tensors.size()),
        m_givers(forward.tensors.size()),
        m_builder(std::move(forward)) {}

  Result<Graph> run() {
    find_trained();
    for (std::size_t i = m_forward_nodes; i-- > 0;)
      if (auto done = differentiate(static_cast<NodeId>(i)); !done)
        return tl::unexpected<Error>(done.error());
    find_boundary();
    update_parameters();
    return std::move(m_builder).finish(m_loss, m_samples);
  }

 private:
  Graph& graph() { return m_builder.graph(); }

  /// Tensors on the way from a parameter to the loss.
  void find_trained() {
    m_trained.assign(graph().tensors.size(), false);
    for (std::size_t t = 0; t < m_trained.size(); ++t)
      m_trained[t] = graph().tensors[t].role == Role::parameter || graph().tensors[t].received;
    for (const Node& node : graph().nodes) {
      const bool any =
          std::any_of(node.inputs.begin(), node.inputs.end(), [&](TensorId t) { return m_trained[t]; });
      for (const TensorId output : node.outputs) m_trained[output] = any;
    }
  }

  /// The last gradient that is made is that of the first layer's input; a stage's output is summed up, so the
  /// gradient that it would receive is that of the sum.
  void find_boundary() {
    Boundary& boundary = graph().boundary;
    if (boundary.input >= 0) boundary.input_gradient = gradient_of(boundary.input);
    if (boundary.output >= 0) boundary.output_gradient = gradient_of(boundary.output);
  }

  void give(TensorId tensor, TensorId gradient) {
    m_parts[tensor].push_back(gradient);
    m_givers[tensor].push_back(m_now);
  }

  /// The sum of what the consumers of `tensor` gave; -1 when none did. Each is added with the consumer that
  /// gave it, so that a weight of many layers has one sum open between two of them.
  TensorId gradient_of(TensorId tensor) {
    std::vector<TensorId>& parts = m_parts[tensor];
    if (parts.empty()) return -1;
    const NodeId first = graph().tensors[tensor].consumers.front();
    for (std::size_t i = 1; i < parts.size(); ++i) {
      begin(i + 1 == parts.size() ? first : m_givers[tensor][i]);
      m_builder.set_element_bytes(graph().tensors[tensor].element_bytes);
      const Shape shape = m_builder.shape(tensor);
      parts[0] = m_builder.add(Op::add, "gradient of " + graph().tensors[tensor].name, {parts[0], parts[i]},
                               shape, pairwise(shape.size()), graph().tensors[tensor].elements());
    }
    parts.resize(1);
    return parts[0];
  }

  void begin(NodeId of) {
    m_builder.set_phase(Phase::backward, of);
    m_builder.set_block(graph().nodes[of].block);
    m_builder.set_segment(graph().nodes[of].segment);
  }

  /// A gradient operator for `tensor` from `inputs`, its pattern put together from `letters`.
  void derive(const Node& node, Op op, TensorId tensor, std::vector<TensorId> inputs,
              const std::vector<std::string>& letters, const std::string& result, double flops,
              const std::string& exchanged = {}) {
    if (!m_trained[tensor]) return;
    m_builder.set_element_bytes(graph().tensors[tensor].element_bytes);
    std::string pattern;
    for (std::size_t i = 0; i < letters.size(); ++i) pattern += (i == 0 ? "" : ",") + letters[i];
    give(tensor,
         m_builder.add(op, std::string(to_string(op)) + " " + node.name, std::move(inputs),
                       m_builder.shape(tensor), pattern + "->" + result, flops, node.attributes, exchanged));
  }

  Result<void> differentiate(NodeId id) {
    const Node node = graph().nodes[id];  // a copy: the list grows
    if (!std::any_of(node.outputs.begin(), node.outputs.end(), [&](TensorId t) { return m_trained[t]; }))
      return {};
    const bool is_loss = node.outputs.front() == m_loss;
    const TensorId output = node.op == Op::top2_gate ? node.outputs[1] : node.outputs[0];
    const TensorId g = is_loss ? -1 : gradient_of(output);
    if (!is_loss && g < 0) return {};
    begin(id);
    m_now = id;
    return write(node, g);
  }

  Result<void> write(const Node& node, TensorId g) {
    const Signature& s = node.signature;
    std::vector<std::string> in;
    for (const auto& labels : s.inputs) in.push_back(letters_of(s, labels));
    const std::string out = letters_of(s, s.outputs[node.op == Op::top2_gate ? 1 : 0]);
    const auto x = [&](std::size_t i) { return node.inputs[i]; };
    const auto elements = [&](TensorId tensor) { return graph().tensors[tensor].elements(); };
    if (const Reverse* reverse = reverse_of(node.op)) {
      std::vector<TensorId> inputs{g};
      std::vector<std::string> letters{out};
      if (reverse->reads_input) {
        inputs.push_back(x(0));
        letters.push_back(in[0]);
      }
      derive(node, reverse->by, x(0), std::move(inputs), letters, in[0], reverse->flops * node.flops);
      return {};
    }
    switch (node.op) {
      case Op::contract:
        for (const std::size_t i : {0U, 1U})
          derive(node, Op::contract, x(i), {g, x(1 - i)}, {out, in[1 - i]}, in[i], node.flops);
        return {};
      case Op::reduce_sum:
        if (g < 0)
          derive(node, Op::broadcast_gradient, x(0), {}, {}, in[0], elements(x(0)));
        else  // the same for every element of a sum
          derive(node, Op::reduce_sum, x(0), {g}, {out}, in[0], elements(x(0)));
        return {};
      case Op::add:
        terms(node, g, in, out);
        return {};
      case Op::layer_norm:
      case Op::rms_norm:
        return norm(node, g, in, out);
      case Op::conv2d:
        derive(node, Op::conv2d_input_gradient, x(0), {g, x(1)}, {out, in[1]}, in[0], node.flops);
        derive(node, Op::conv2d_weight_gradient, x(1), {g, x(0)}, {out, in[0]}, in[1], node.flops);
        return {};
      case Op::concat:
        parts(node, g, in, out);
        return {};
      case Op::embedding_gradient:  // rows put back by their ids
        derive(node, Op::embedding, x(0), {x(1), g}, {in[1], out}, in[0], 0.0);
        return {};
      case Op::embedding:
        derive(node, Op::embedding_gradient, x(1), {g, x(0)}, {out, in[0]}, in[1], elements(g));
        return {};
      case Op::append_class_token:
        derive(node, Op::append_class_token_input_gradient, x(0), {g}, {out}, in[0], 0.0);
        derive(node, Op::append_class_token_token_gradient, x(1), {g}, {out}, in[1], node.flops);
        return {};
      case Op::top2_gate:
        derive(node, Op::top2_gate_input_gradient, x(0), {g, x(0), x(1)}, {out, in[0], in[1]}, in[0],
               node.flops);
        derive(node, Op::top2_gate_weight_gradient, x(1), {g, x(0), x(1)}, {out, in[0], in[1]}, in[1],
               node.flops);
        return {};
      case Op::cross_entropy:
        derive(node, Op::cross_entropy_gradient, x(0), {x(0), x(1)}, {in[0], in[1]}, in[0], node.flops,
               std::string(1, in[0].back()));
        return {};
      default:
        return fail(code::unsupported_model, node.name, to_string(node.op),
                    {Wanted::Kind::text, {"an operator that can be differentiated"}});
    }
  }

  /// Of a sum: to each term all of it, summed up over what that was broadcast along.
  void terms(const Node& node, TensorId g, const std::vector<std::string>& in, const std::string& out) {
    for (std::size_t i = 0; i < 2; ++i) {
      const TensorId term = node.inputs[i];
      if (!m_trained[term]) continue;
      if (m_builder.shape(term) == m_builder.shape(node.outputs[0]))
        give(term, g);
      else
        derive(node, Op::reduce_sum, term, {g}, {out}, in[i], graph().tensors[g].elements());
    }
  }

  /// Of a concatenation: to each input its part.
  void parts(const Node& node, TensorId g, const std::vector<std::string>& in, const std::string& out) {
    Node one = node;
    one.attributes.begin = 0;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      derive(one, Op::part, node.inputs[i], {g}, {out}, in[i], 0.0);
      one.attributes.begin += m_builder.shape(node.inputs[i])[static_cast<std::size_t>(node.attributes.axis)];
    }
  }

  Result<void> norm(const Node& node, TensorId g, const std::vector<std::string>& in,
                    const std::string& out) {
    const bool layer = node.op == Op::layer_norm;
    const TensorId x = node.inputs[0];
    std::vector<TensorId> inputs{g, x};
    std::vector<std::string> letters{out, in[0]};
    if (node.inputs.size() > 1) {
      derive(node, layer ? Op::layer_norm_gain_gradient : Op::rms_norm_gain_gradient, node.inputs[1], inputs,
             letters, in[1], node.flops);
      inputs.push_back(node.inputs[1]);
      letters.push_back(in[1]);
    }
    derive(node, layer ? Op::layer_norm_gradient : Op::rms_norm_gradient, x, inputs, letters, in[0],
           2.0 * node.flops);
    return {};
  }

  void update_parameters() {
    const std::size_t tensors = m_parts.size();
    for (std::size_t t = 0; t < tensors; ++t) {
      if (graph().tensors[t].role != Role::parameter) continue;
      const auto id = static_cast<TensorId>(t);
      const TensorId gradient = gradient_of(id);
      if (gradient < 0) continue;  // read by nothing that the loss depends on
      const NodeId first = graph().tensors[t].consumers.front();
      m_builder.set_phase(Phase::optimizer, first);
      m_builder.set_block(graph().nodes[first].block);
      m_builder.set_segment(graph().nodes[first].segment);
      m_builder.set_element_bytes(graph().tensors[t].element_bytes);
      const Shape shape = m_builder.shape(id);
      const TensorId updated =
          m_builder.add(Op::update, "update " + graph().tensors[t].name, {id, gradient}, shape,
                        pairwise(shape.size()), kUpdateFlops * graph().tensors[t].elements());
      graph().tensors[t].updated = updated;
      graph().tensors[t].gradient = gradient;
    }
  }

  std::size_t m_forward_nodes;
  TensorId m_loss;
  double m_samples;
  std::vector<std::vector<TensorId>> m_parts;
  std::vector<std::vector<NodeId>> m_givers;  ///< of each part: the forward node that gave it
  NodeId m_now = -1;
  std::vector<bool> m_trained;
  GraphBuilder m_builder;
};

}  // namespace

Result<Graph> with_backward(Graph forward) { return Differentiator(std::move(forward)).run(); }

}  // namespace astrolabe::spmd
