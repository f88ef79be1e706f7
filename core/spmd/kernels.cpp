#include "core/spmd/kernels.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace astrolabe::spmd {

namespace {

using std::int64_t;

constexpr double kNormEpsilon = 1e-5;
constexpr double kAdamFirst = 0.9, kAdamSecond = 0.999;
// Not 1e-8: gradients that are zero but for rounding must not become steps of the learning rate.
constexpr double kAdamEpsilon = 1e-4;

/// Stride of each index of the signature in one operand; 0 where the operand lacks it.
Shape index_strides(const Signature& signature, const std::vector<int>& labels, const Shape& shape) {
  Shape result(signature.indices.size(), 0);
  const Shape strides = strides_of(shape);
  for (std::size_t d = 0; d < labels.size(); ++d)
    if (labels[d] >= 0) result[labels[d]] += strides[d];
  return result;
}

/// Sum over all indices of the product of the operands: contract, reduce_sum. `combine_sum` adds the operands
/// instead of multiplying them (add; every index then stands in the result).
void run_einsum(const Node& node, const Operands& operands, Block& result, bool combine_sum) {
  const Signature& signature = node.signature;
  const std::size_t indices = signature.indices.size();
  Shape extents(indices, 1);
  for (std::size_t i = 0; i < operands.size(); ++i)
    for (std::size_t d = 0; d < signature.inputs[i].size(); ++d)
      if (signature.inputs[i][d] >= 0) extents[signature.inputs[i][d]] = operands[i]->shape[d];
  for (std::size_t d = 0; d < signature.outputs[0].size(); ++d)
    if (signature.outputs[0][d] >= 0) extents[signature.outputs[0][d]] = result.shape[d];
  std::vector<Shape> strides;
  for (std::size_t i = 0; i < operands.size(); ++i)
    strides.push_back(index_strides(signature, signature.inputs[i], operands[i]->shape));
  const Shape result_strides = index_strides(signature, signature.outputs[0], result.shape);
  const int64_t count = volume(extents);
  if (result.values.size() == 0) return;
  Shape at(indices, 0);
  std::vector<int64_t> places(operands.size(), 0);
  int64_t target = 0;
  for (int64_t step = 0; step < count; ++step) {
    double value = combine_sum ? 0.0 : 1.0;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const double operand = operands[i]->values[places[i]];
      value = combine_sum ? value + operand : value * operand;
    }
    result.values[target] += value;
    for (std::size_t k = indices; k-- > 0;) {
      const bool wraps = ++at[k] == extents[k];
      const int64_t move = wraps ? 1 - extents[k] : 1;
      for (std::size_t i = 0; i < operands.size(); ++i) places[i] += move * strides[i][k];
      target += move * result_strides[k];
      if (!wraps) break;
      at[k] = 0;
    }
  }
}

void run_transpose(const Node& node, const Block& x, Block& y) {
  Shape from = strides_of(x.shape);
  std::swap(from[node.attributes.axis], from[node.attributes.axis2]);
  const std::size_t rank = y.shape.size();
  Shape at(rank, 0);
  for (int64_t i = 0; i < y.values.size(); ++i) {
    int64_t place = 0;
    for (std::size_t d = 0; d < rank; ++d) place += at[d] * from[d];
    y.values[i] = x.values[place];
    for (std::size_t d = rank; d-- > 0;) {
      if (++at[d] < y.shape[d]) break;
      at[d] = 0;
    }
  }
}

Eigen::ArrayXd softmax_row(const Block& x, int64_t row) {
  const Eigen::ArrayXd values = x.values.segment(row * x.last(), x.last());
  const Eigen::ArrayXd powers = (values - values.maxCoeff()).exp();
  return powers / powers.sum();
}

void run_softmax(const Operands& in, Block& y) {
  const int64_t width = y.last();
  for (int64_t row = 0; row < y.rows(); ++row) {
    Eigen::ArrayXd p = softmax_row(*in.back(), row);
    if (in.size() > 1) {  // gradient: g, x
      const auto g = in[0]->values.segment(row * width, width);
      p = p * (g - (p * g).sum());
    }
    y.values.segment(row * width, width) = p;
  }
}

/// [.., begin .. begin + length, ..] of the longer tensor is the shorter one.
void run_part(const Node& node, const Block& x, Block& y) {
  const auto axis = static_cast<std::size_t>(node.attributes.axis);
  const Block& shorter = node.op == Op::part ? y : x;
  const Block& longer = node.op == Op::part ? x : y;
  int64_t inner = 1, outer = 1;
  for (std::size_t d = 0; d < axis; ++d) outer *= shorter.shape[d];
  for (std::size_t d = axis + 1; d < shorter.shape.size(); ++d) inner *= shorter.shape[d];
  const int64_t run = shorter.shape[axis] * inner, stride = longer.shape[axis] * inner;
  for (int64_t i = 0; i < outer; ++i) {
    const int64_t at = i * stride + node.attributes.begin * inner;
    if (node.op == Op::part)
      y.values.segment(i * run, run) = x.values.segment(at, run);
    else
      y.values.segment(at, run) = x.values.segment(i * run, run);
  }
}

void run_concat(const Node& node, const Operands& in, Block& y) {
  Node one = node;
  one.op = Op::place;
  one.attributes.begin = 0;
  for (const Block* x : in) {
    run_part(one, *x, y);
    one.attributes.begin += x->shape[static_cast<std::size_t>(node.attributes.axis)];
  }
}

/// x[..., 2, f] -> [..., f]
void run_gated_silu(const Block& x, Block& y) {
  const int64_t width = y.last();
  for (int64_t row = 0; row < y.rows(); ++row)
    for (int64_t j = 0; j < width; ++j) {
      const double a = x.values[2 * row * width + j], b = x.values[(2 * row + 1) * width + j];
      y.values[row * width + j] = a * logistic(a) * b;
    }
}

void run_gated_silu_gradient(const Block& g, const Block& x, Block& result) {
  const int64_t width = g.last();
  for (int64_t row = 0; row < g.rows(); ++row)
    for (int64_t j = 0; j < width; ++j) {
      const int64_t first = 2 * row * width + j, second = first + width;
      const double a = x.values[first], b = x.values[second], s = logistic(a), y = g.values[row * width + j];
      result.values[first] = y * b * s * (1.0 + a * (1.0 - s));
      result.values[second] = y * a * s;
    }
}

/// A number in [0, 1) from the mask's stream, the global element and the step.
double drawn(std::uint64_t stream, std::uint64_t element, std::uint64_t step) {
  std::uint64_t z = (stream + 1) * 0x9e3779b97f4a7c15ULL + element * 0xbf58476d1ce4e5b9ULL +
                    (step + 1) * 0x94d049bb133111ebULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1.0p-53;
}

/// Calls each(i, element): place in the block and number in the whole tensor.
template <class Each>
void for_each_element(const Block& block, const Each& each) {
  const Shape whole = strides_of(block.whole);
  const std::size_t rank = block.shape.size();
  Shape at(rank, 0);
  for (int64_t i = 0; i < block.values.size(); ++i) {
    int64_t element = 0;
    for (std::size_t d = 0; d < rank; ++d) element += (at[d] + block.offset[d]) * whole[d];
    each(i, static_cast<std::uint64_t>(element));
    for (std::size_t d = rank; d-- > 0;) {
      if (++at[d] < block.shape[d]) break;
      at[d] = 0;
    }
  }
}

void run_dropout(const Node& node, const Block& x, Block& y, const KernelContext& context) {
  const double keep = 1.0 - node.attributes.probability;
  const auto stream =
      static_cast<std::uint64_t>(node.attributes.stream) + static_cast<std::uint64_t>(context.stream_shift);
  for_each_element(x, [&](int64_t i, std::uint64_t element) {
    const bool kept = drawn(stream, element, static_cast<std::uint64_t>(context.step)) < keep;
    y.values[i] = kept ? x.values[i] / keep : 0.0;
  });
}

/// Weight of an element in a loss that is a sum: 1, 2 or 3.
double weight_of(std::uint64_t element) { return 1.0 + std::floor(3.0 * drawn(7, element, 0)); }

void run_loss_sum(const Block& x, Block& y) {
  for_each_element(
      x, [&](int64_t i, std::uint64_t element) { y.values[0] += weight_of(element) * x.values[i]; });
}

void run_loss_sum_gradient(Block& g) {
  for_each_element(g, [&](int64_t i, std::uint64_t element) { g.values[i] = weight_of(element); });
}

/// One row of a norm: x hat and 1 / deviation.
struct NormRow {
  Eigen::ArrayXd hat;
  double inverse;
};
NormRow norm_row(const Block& x, int64_t row, bool centred) {
  const int64_t width = x.last();
  Eigen::ArrayXd values = x.values.segment(row * width, width);
  if (centred) values -= values.mean();
  const double inverse = 1.0 / std::sqrt(values.square().mean() + kNormEpsilon);
  return {values * inverse, inverse};
}

void run_norm(const Node& node, const Operands& in, Block& y) {
  const int64_t width = y.last();
  for (int64_t row = 0; row < y.rows(); ++row) {
    Eigen::ArrayXd hat = norm_row(*in[0], row, node.op == Op::layer_norm).hat;
    if (in.size() > 1) hat *= in[1]->values;
    y.values.segment(row * width, width) = hat;
  }
}

void run_norm_gradient(const Node& node, const Operands& in, Block& result) {
  const bool centred = node.op == Op::layer_norm_gradient;
  const int64_t width = result.last();
  for (int64_t row = 0; row < result.rows(); ++row) {
    const NormRow x = norm_row(*in[1], row, centred);
    Eigen::ArrayXd g = in[0]->values.segment(row * width, width);
    if (in.size() > 2) g *= in[2]->values;
    Eigen::ArrayXd gradient = g - x.hat * (g * x.hat).mean();
    if (centred) gradient -= g.mean();
    result.values.segment(row * width, width) = gradient * x.inverse;
  }
}

void run_gain_gradient(const Node& node, const Operands& in, Block& result) {
  const int64_t width = result.last();
  for (int64_t row = 0; row < in[1]->rows(); ++row)
    result.values += in[0]->values.segment(row * width, width) *
                     norm_row(*in[1], row, node.op == Op::layer_norm_gain_gradient).hat;
}

/// ids[...], table[v, e]: rows that the device lacks give zero.
void run_embedding(const Block& ids, const Block& table, Block& y) {
  const int64_t width = table.shape[1];
  for (int64_t i = 0; i < ids.values.size(); ++i) {
    const int64_t row = static_cast<int64_t>(ids.values[i]) - table.offset[0];
    if (row >= 0 && row < table.shape[0])
      y.values.segment(i * width, width) = table.values.segment(row * width, width);
  }
}

void run_embedding_gradient(const Block& g, const Block& ids, Block& table) {
  const int64_t width = table.shape[1];
  for (int64_t i = 0; i < ids.values.size(); ++i) {
    const int64_t row = static_cast<int64_t>(ids.values[i]) - table.offset[0];
    if (row >= 0 && row < table.shape[0])
      table.values.segment(row * width, width) += g.values.segment(i * width, width);
  }
}

/// Class tokens: rows of `width` numbers, [b, s, e] against [b, e] or [b, s + 1, e].
void run_class_token(const Node& node, const Operands& in, Block& result) {
  const Block& x = *in[0];
  const int64_t batch = x.shape[0], width = x.last();
  const int64_t from = x.shape.size() > 2 ? x.shape[1] : 1;
  const int64_t to = result.shape.size() > 2 ? result.shape[1] : 1;
  const auto row = [&](const Block& block, int64_t b, int64_t s, int64_t count) {
    return block.values.segment((b * count + s) * width, width);
  };
  for (int64_t b = 0; b < batch; ++b) switch (node.op) {
      case Op::append_class_token:
        result.values.segment(b * to * width, width) = in[1]->values;
        result.values.segment((b * to + 1) * width, from * width) =
            x.values.segment(b * from * width, from * width);
        break;
      case Op::append_class_token_input_gradient:
        result.values.segment(b * to * width, to * width) =
            x.values.segment((b * from + 1) * width, to * width);
        break;
      case Op::append_class_token_token_gradient:
        result.values += row(x, b, 0, from);
        break;
      default:  // get_class_token and its gradient
        result.values.segment(b * to * width, width) = row(x, b, 0, from);
    }
}

void run_update(const Operands& in, Block& result, const KernelContext& context) {
  const Eigen::ArrayXd& g = in[1]->values;
  if (context.optimizer == OptimizerKind::sgd || context.moments == nullptr) {
    result.values = in[0]->values - context.learning_rate * g;
    return;
  }
  Moments& moments = *context.moments;
  if (moments.first.size() != g.size()) {
    moments.first = Eigen::ArrayXd::Zero(g.size());
    moments.second = Eigen::ArrayXd::Zero(g.size());
  }
  moments.first = kAdamFirst * moments.first + (1.0 - kAdamFirst) * g;
  moments.second = kAdamSecond * moments.second + (1.0 - kAdamSecond) * g.square();
  const double first = 1.0 - std::pow(kAdamFirst, context.step + 1);
  const double second = 1.0 - std::pow(kAdamSecond, context.step + 1);
  result.values = in[0]->values - context.learning_rate * (moments.first / first) /
                                      ((moments.second / second).sqrt() + kAdamEpsilon);
}

/// x[..., i] W[o, i]^T + b[o]
void run_linear(const Operands& in, Block& y) {
  const int64_t from = in[0]->last(), to = y.last();
  for (int64_t row = 0; row < y.rows(); ++row)
    for (int64_t o = 0; o < to; ++o)
      y.values[row * to + o] =
          in[2]->values[o] +
          (in[0]->values.segment(row * from, from) * in[1]->values.segment(o * from, from)).sum();
}

}  // namespace

void run_kernel(const Node& node, const Operands& in, std::vector<Block>& results,
                const KernelContext& context) {
  Block& y = results[0];
  switch (node.op) {
    case Op::reduce_sum:
      if (y.shape.empty() && node.phase == Phase::forward) return run_loss_sum(*in[0], y);
      [[fallthrough]];
    case Op::contract:
      return run_einsum(node, in, y, false);
    case Op::add:
      return run_einsum(node, in, y, true);
    case Op::scale:
      y.values = in[0]->values * node.attributes.factor;
      return;
    case Op::linear:
      return run_linear(in, y);
    case Op::transpose:
      return run_transpose(node, *in[0], y);
    case Op::flatten:
    case Op::flatten_gradient:
      y.values = in[0]->values;
      return;
    case Op::relu:
    case Op::gelu:
    case Op::sigmoid:
    case Op::function:
      y.values = in[0]->values.unaryExpr([&](double x) { return value_of(node, x); });
      return;
    case Op::relu_gradient:
    case Op::gelu_gradient:
    case Op::sigmoid_gradient:
    case Op::function_gradient:
      y.values = in[0]->values * in[1]->values.unaryExpr([&](double x) { return slope_of(node, x); });
      return;
    case Op::gated_silu:
      return run_gated_silu(*in[0], y);
    case Op::gated_silu_gradient:
      return run_gated_silu_gradient(*in[0], *in[1], y);
    case Op::dropout:
    case Op::dropout_gradient:
      return run_dropout(node, *in[0], y, context);
    case Op::softmax:
    case Op::softmax_gradient:
      return run_softmax(in, y);
    case Op::part:
    case Op::place:
      return run_part(node, *in[0], y);
    case Op::concat:
      return run_concat(node, in, y);
    case Op::layer_norm:
    case Op::rms_norm:
      return run_norm(node, in, y);
    case Op::layer_norm_gradient:
    case Op::rms_norm_gradient:
      return run_norm_gradient(node, in, y);
    case Op::layer_norm_gain_gradient:
    case Op::rms_norm_gain_gradient:
      return run_gain_gradient(node, in, y);
    case Op::attention:
      return run_attention(node, in, results);
    case Op::attention_gradient:
      return run_attention_gradient(node, in, results);
    case Op::top2_gate:
      return run_gate(node, in, results);
    case Op::top2_gate_input_gradient:
    case Op::top2_gate_weight_gradient:
      return run_gate_gradient(node, in, results);
    case Op::conv2d:
    case Op::conv2d_input_gradient:
    case Op::conv2d_weight_gradient:
      return run_convolution(node, in, results);
    case Op::max_pool:
    case Op::max_pool_gradient:
    case Op::average_pool:
    case Op::average_pool_gradient:
      return run_pool(node, in, results);
    case Op::resize:
    case Op::resize_gradient:
      return run_resize(node, *in[0], y);
    case Op::embedding:
      return run_embedding(*in[0], *in[1], y);
    case Op::embedding_gradient:
      return run_embedding_gradient(*in[0], *in[1], y);
    case Op::append_class_token:
    case Op::get_class_token:
    case Op::append_class_token_input_gradient:
    case Op::append_class_token_token_gradient:
    case Op::get_class_token_gradient:
      return run_class_token(node, in, y);
    case Op::cross_entropy:
    case Op::cross_entropy_gradient: {
      EntropyParts parts = entropy_maximum(*in[0]);
      entropy_sums(*in[0], *in[1], parts);
      return entropy_result(node, *in[0], *in[1], parts, y);
    }
    case Op::broadcast_gradient:
      return run_loss_sum_gradient(y);
    case Op::update:
      return run_update(in, y, context);
    case Op::fused_attention:
    case Op::log_softmax:
    case Op::nll_loss:
      assert(false && "fused forms of the released code are not executed");
  }
}

}  // namespace astrolabe::spmd
