// ONNX operators that are more than arithmetic: products, norms, selections.

#include <algorithm>
#include <array>

#include "core/onnx/lowering.h"
#include "core/spmd/shape.h"

namespace astrolabe::onnx {

using std::int64_t;

OnnxLowering::Done OnnxLowering::lower_product(const OnnxNode& node, bool& done) {
  done = true;
  if (node.type == "MatMul") return keep(node, product(node, in(node, 0), in(node, 1)));
  if (node.type == "Einsum") return keep(node, einsum(node));
  if (node.type != "Gemm") {
    done = false;
    return {};
  }
  Value x = in(node, 0), y = in(node, 1);
  if (x.shape.size() != 2 || y.shape.size() != 2)
    return bad_shape(node, text(x.shape) + " times " + text(y.shape), "two matrices");
  need_tensor(x, node.inputs[0]);
  need_tensor(y, node.inputs[1]);
  const auto turn = [&](Value& value, const char* key) {
    if (node.integer(key, 0) == 0) return;
    std::swap(value.shape[0], value.shape[1]);
    std::swap(value.dims[0], value.dims[1]);
  };
  turn(x, "transA");
  turn(y, "transB");
  auto result = product(node, x, y);
  if (!result) return tl::unexpected<Error>(result.error());
  if (node.real("alpha", 1.0) != 1.0) result = scaled(node.name + ".alpha", *result, node.real("alpha", 1.0));
  if (!has(node, 2)) return keep(node, std::move(result));
  Value bias = in(node, 2);
  need_tensor(bias, node.inputs[2]);
  if (node.real("beta", 1.0) != 1.0) bias = scaled(node.name + ".beta", bias, node.real("beta", 1.0));
  return keep(node, binary(node, spmd::Op::add, *result, bias));
}

Result<OnnxValue> OnnxLowering::softmax(const OnnxNode& node) {
  const Value& x = in(node, 0);
  const std::size_t axis = axis_of(node.integer("axis", m_model.opset < 13 ? 1 : -1), x.shape.size());
  if (m_model.opset < 13 && axis + 1 != x.shape.size())
    return unsupported(node, "softmax over the last dimension");
  if (node.type == "Softmax") return along(node, spmd::Op::softmax, x, axis, nullptr, 5.0);
  // A cross entropy of log-probabilities is that of the logits.
  if (node.outputs.front() != m_model.outputs.front())
    return unsupported(node, "log-softmax as the last operator");
  return x;
}

Result<OnnxValue> OnnxLowering::layer_norm(const OnnxNode& node) {
  const Value& x = in(node, 0);
  const std::size_t axis = axis_of(node.integer("axis", -1), x.shape.size());
  if (axis + 1 != x.shape.size()) return unsupported(node, "a norm over the last dimension");
  const bool gain = has(node, 1) && in(node, 1).tensor >= 0;
  const Value weight = gain ? in(node, 1) : Value{};
  const std::int64_t gains = spmd::volume(weight.shape);
  if (gain && gains != x.shape[axis])
    return bad_shape(node, "gains " + text(weight.shape) + " for " + text(x.shape),
                     std::to_string(x.shape[axis]) + " of them");
  auto y = along(node, spmd::Op::layer_norm, x, axis, gain ? &weight : nullptr, 8.0);
  return !y || !has(node, 2) ? y : binary(node, spmd::Op::add, *y, in(node, 2));
}

OnnxValue OnnxLowering::per_channel(const OnnxNode& node, std::size_t i, std::size_t rank) {
  Value value = in(node, i);
  need_tensor(value, node.inputs[i]);
  for (std::size_t d = 2; d < rank; ++d) {
    value.shape.push_back(1);
    value.dims.emplace_back();
  }
  return value;
}

/// The statistics stay as they are: a gain and a bias for each channel.
Result<OnnxValue> OnnxLowering::batch_norm(const OnnxNode& node) {
  const Value x = in(node, 0);
  const std::size_t rank = x.shape.size();
  auto y = binary(node, spmd::Op::contract, x, per_channel(node, 1, rank));
  return y ? binary(node, spmd::Op::add, *y, per_channel(node, 2, rank)) : y;
}

/// ReduceMean and ReduceSum.
Result<OnnxValue> OnnxLowering::mean_or_sum(const OnnxNode& node) {
  Value x = in(node, 0);
  need_tensor(x, node.inputs[0]);
  const auto axes = numbers_of(node, "axes");
  if (!axes) return tl::unexpected<Error>(axes.error());
  std::vector<bool> away(x.shape.size(), axes->empty());
  double count = 1.0;
  for (const int64_t axis : *axes) away[axis_of(axis, away.size())] = true;
  for (std::size_t d = 0; d < away.size(); ++d)
    if (away[d]) count *= static_cast<double>(x.shape[d]);
  auto y = reduced(node, x, away, node.integer("keepdims", 1) == 1);
  if (!y || node.type == "ReduceSum") return y;
  return scaled(node.name + ".mean", *y, 1.0 / count);
}

OnnxLowering::Done OnnxLowering::lower_norm(const OnnxNode& node, bool& done) {
  done = true;
  const std::string& type = node.type;
  if (type == "Softmax" || type == "LogSoftmax") return keep(node, softmax(node));
  if (type == "LayerNormalization") return keep(node, layer_norm(node));
  if (type == "BatchNormalization") return keep(node, batch_norm(node));
  if (type == "ReduceMean" || type == "ReduceSum") return keep(node, mean_or_sum(node));
  done = false;
  return {};
}

Result<OnnxValue> OnnxLowering::part(const OnnxNode& node, Value x, std::size_t d, int64_t begin,
                                     int64_t length) {
  if (begin < 0 || length < 1 || begin + length > x.shape[d])
    return bad_shape(node, std::to_string(begin) + " to " + std::to_string(begin + length),
                     "a part of 0 to " + std::to_string(x.shape[d]));
  need_tensor(x, node.inputs[0]);
  if (length == x.shape[d]) return x;
  auto whole = merged(node, std::move(x), d);
  if (!whole) return whole;
  x = std::move(*whole);
  if (m_draft.atoms.real(x.dims[d]).empty()) {  // broadcast: any part is like another
    x.shape[d] = length;
    return x;
  }
  DraftNode made;
  made.op = spmd::Op::part;
  made.name = node.name;
  made.attributes.begin = begin;
  return resized(std::move(made), x, d, length);
}

OnnxValue OnnxLowering::resized(DraftNode made, const Value& x, std::size_t d, int64_t length) {
  const std::vector<int> dims = physical(x);
  const std::vector<int> real = m_draft.atoms.real(x.dims[d]);
  const int along = real.empty() ? x.dims[d].front() : real.front();
  const auto place = static_cast<std::size_t>(std::find(dims.begin(), dims.end(), along) - dims.begin());
  made.axis = static_cast<int>(place);
  made.flops_per_product = 0.0;
  made.locked = {static_cast<int>(place), static_cast<int>(dims.size())};
  DraftTensor tensor;
  tensor.name = made.name;
  std::map<int, int> from, to, renamed;
  for (std::size_t k = 0; k < dims.size(); ++k) {
    const bool other = k != place;
    tensor.dims.push_back(m_draft.atoms.make(other ? m_draft.atoms.extent(dims[k]) : length));
    if (other) m_draft.atoms.unify({dims[k]}, {tensor.dims.back()});
    from[dims[k]] = static_cast<int>(k);
    to[tensor.dims.back()] = static_cast<int>(other ? k : dims.size());
    renamed[dims[k]] = tensor.dims.back();
  }
  Value y = x;
  y.shape[d] = length;
  y.tensor = static_cast<int>(m_draft.tensors.size());
  m_draft.tensors.push_back(std::move(tensor));
  for (auto& list : y.dims) {
    list = m_draft.atoms.expand(list);
    for (int& atom : list) atom = renamed.at(atom);
  }
  made.inputs = {operand(x, from)};
  made.output = operand(y, to);
  m_draft.add(std::move(made));
  return y;
}

Result<OnnxValue> OnnxLowering::stretch(const OnnxNode& node, Value x, std::size_t d, int64_t begin,
                                        int64_t length) {
  const int64_t width = std::gcd(std::gcd(begin, length), x.shape[d]);
  const bool leaf = x.tensor >= 0 && m_draft.tensors[x.tensor].role == spmd::Role::parameter;
  if (begin < 0 || length < 1 || begin + length > x.shape[d] || length == x.shape[d] || width < 2 ||
      x.tensor < 0 || !(leaf || (d + 1 == x.shape.size() && d < 3)))
    return part(node, std::move(x), d, begin, length);
  const auto at = static_cast<std::ptrdiff_t>(d);
  spmd::Shape shape = x.shape;
  shape[d] /= width;
  shape.insert(shape.begin() + at + 1, width);
  auto apart = reshaped(node, x, shape);
  if (!apart) return part(node, std::move(x), d, begin, length);
  auto value = part(node, std::move(*apart), d, begin / width, length / width);
  if (!value) return value;
  value->shape.erase(value->shape.begin() + at + 1);
  value->shape[d] = length;
  value->dims[d].insert(value->dims[d].end(), value->dims[d + 1].begin(), value->dims[d + 1].end());
  value->dims.erase(value->dims.begin() + at + 1);
  return value;
}

OnnxValue OnnxLowering::with_units(const OnnxNode& node, const Value& x,
                                   const std::vector<std::size_t>& units) {
  // A view is not enough: the tensor itself needs the dimensions.
  const std::vector<int> order = m_draft.atoms.real(physical(x));
  Value y = x;
  DraftNode made;
  made.op = spmd::Op::reduce_sum;
  made.name = node.name + ".one";
  made.flops_per_product = 0.0;
  std::vector<int> fresh;
  std::map<int, int> from, to, renamed;
  y.tensor = new_tensor(made.name, order, fresh);
  for (std::size_t k = 0; k < order.size(); ++k) {
    from[order[k]] = to[fresh[k]] = static_cast<int>(k);
    renamed[order[k]] = fresh[k];
  }
  for (auto& list : y.dims) {
    list = m_draft.atoms.real(list);
    for (int& atom : list) atom = renamed.at(atom);
  }
  for (const std::size_t d : units) {
    y.dims[d] = {m_draft.atoms.make(1)};
    m_draft.tensors[y.tensor].dims.push_back(y.dims[d].front());
  }
  made.inputs = {operand(x, from)};
  made.output = operand(y, to);
  m_draft.add(std::move(made));
  return y;
}

Result<OnnxValue> OnnxLowering::placed(const OnnxNode& node, const std::string& name, Value x, std::size_t d,
                                       int64_t begin, int64_t total) {
  auto apart = spread(node, std::move(x));
  if (!apart) return apart;
  auto whole = merged(node, std::move(*apart), d);
  if (!whole) return whole;
  x = std::move(*whole);
  if (m_draft.atoms.real(x.dims[d]).empty()) x = with_units(node, x, {d});
  DraftNode made;
  made.op = spmd::Op::place;
  made.name = name;
  made.attributes.begin = begin;
  return resized(std::move(made), x, d, total);
}

}  // namespace astrolabe::onnx
