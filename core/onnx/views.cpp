// Operators that change how a value is seen, not what it holds.
#include <algorithm>
#include <cctype>

#include "core/onnx/lowering.h"
#include "core/spmd/shape.h"

namespace astrolabe::onnx {

using std::int64_t;

namespace {

/// The numbers that Shape and Size tell.
OnnxValue told_extents(const OnnxNode& node, const spmd::Shape& shape) {
  OnnxValue value;
  value.known = true;
  value.real = false;
  if (node.type == "Size") {
    value.data = {static_cast<double>(spmd::volume(shape))};
  } else {
    for (const int64_t extent : shape) value.data.push_back(static_cast<double>(extent));
    value.shape = {static_cast<int64_t>(shape.size())};
  }
  return value;
}

/// Identity and Cast.
OnnxValue recast(const OnnxNode& node, OnnxValue value) {
  const int64_t to = node.integer("to", 1);
  if (node.type == "Cast") value.real = to == 1 || to == 10 || to == 11 || to == 16;
  return value;
}

}  // namespace

/// Exporters write weights of equal values once, so fresh biases and layers that were copied are one tensor
/// with names beside it. Vectors, and what has the same name but for a number, are trained by themselves; a
/// matrix of another name is tied (the embedding of a head).
bool OnnxLowering::is_copy_of_weight(const OnnxNode& node) const {
  if (node.outputs.empty() || !m_model.weights.contains(node.inputs[0])) return false;
  const Value& x = m_values.at(node.inputs[0]);
  if (x.tensor < 0 || m_draft.tensors[x.tensor].role != spmd::Role::parameter) return false;
  const auto plain = [](std::string name) {
    std::erase_if(name, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
    return name;
  };
  return x.shape.size() == 1 || plain(node.inputs[0]) == plain(node.outputs[0]);
}

OnnxValue OnnxLowering::constant(const OnnxNode& node) {
  Value value;
  value.known = true;
  if (node.has("value")) {
    const OnnxTensor& tensor = node.attributes.at("value").tensor;
    value.shape = tensor.shape;
    value.real = tensor.real;
    value.data = tensor.values;
    value.known = tensor.has_values;
  } else if (node.has("value_float")) {
    value.data = {node.real("value_float", 0.0)};
  } else {
    value.real = false;
    for (const int64_t number : node.integers(node.has("value_ints") ? "value_ints" : "value_int"))
      value.data.push_back(static_cast<double>(number));
    if (node.has("value_ints")) value.shape = {static_cast<int64_t>(value.data.size())};
  }
  if (!value.known) need_tensor(value, node.name);
  return value;
}

OnnxValue OnnxLowering::dropout(const OnnxNode& node, const Value& x) {
  const bool trains = has(node, 2) && in(node, 2).known && in(node, 2).data.front() != 0.0;
  if (!trains) return x;
  spmd::Attributes attributes;
  attributes.probability = has(node, 1) && in(node, 1).known ? in(node, 1).data.front() : 0.5;
  attributes.stream = m_streams++;
  return unary(node.name, spmd::Op::dropout, x, attributes, 2.0);
}

OnnxValue OnnxLowering::transposed(const OnnxNode& node, Value x) {
  const std::size_t rank = x.shape.size();
  std::vector<int64_t> order = node.integers("perm");
  if (order.empty())
    for (std::size_t d = rank; d-- > 0;) order.push_back(static_cast<int64_t>(d));
  need_tensor(x, node.name);
  Value value = x;
  for (std::size_t d = 0; d < rank; ++d) {
    value.shape[d] = x.shape[static_cast<std::size_t>(order[d])];
    value.dims[d] = x.dims[static_cast<std::size_t>(order[d])];
  }
  return value;
}

/// Of a Reshape: 0 keeps an extent, -1 takes what is left.
Result<spmd::Shape> OnnxLowering::filled_shape(const OnnxNode& node, const spmd::Shape& of,
                                               const std::vector<int64_t>& given) {
  spmd::Shape shape;
  int64_t rest = spmd::volume(of);
  for (std::size_t d = 0; d < given.size(); ++d) {
    shape.push_back(given[d] == 0 && d < of.size() ? of[d] : given[d]);
    if (shape.back() > 0) rest /= shape.back();
  }
  if (std::any_of(shape.begin(), shape.end(), [](int64_t extent) { return extent < -1; }) ||
      std::count(shape.begin(), shape.end(), -1) > 1)
    return bad_shape(node, text(shape), "at most one open extent");
  std::replace(shape.begin(), shape.end(), int64_t{-1}, rest);
  return shape;
}

Result<spmd::Shape> OnnxLowering::asked_shape(const OnnxNode& node, const spmd::Shape& of) {
  const auto listed = numbers_of(node, "axes");
  if (!listed) return tl::unexpected<Error>(listed.error());
  const std::vector<int64_t>& given = *listed;
  if (node.type == "Reshape") return filled_shape(node, of, given);
  if (node.type == "Flatten") {
    const std::size_t axis = axis_of(node.integer("axis", 1), of.size());
    spmd::Shape shape = {1, 1};
    for (std::size_t d = 0; d < of.size(); ++d) shape[d < axis ? 0 : 1] *= of[d];
    return shape;
  }
  const bool adds = node.type == "Unsqueeze";
  std::vector<bool> changed(of.size() + (adds ? given.size() : 0), false);
  for (const int64_t axis : given) changed[axis_of(axis, changed.size())] = true;
  spmd::Shape shape;
  std::size_t next = 0;
  if (adds)
    for (const bool is_new : changed) shape.push_back(is_new ? 1 : of[next++]);
  else
    for (std::size_t d = 0; d < of.size(); ++d)
      if (!(given.empty() ? of[d] == 1 : changed[d])) shape.push_back(of[d]);
  return shape;
}

Result<OnnxValue> OnnxLowering::expanded(const OnnxNode& node, Value x) {
  const auto wanted = numbers(node, 1);
  if (!wanted) return tl::unexpected<Error>(wanted.error());
  need_tensor(x, node.name);
  x.raise_to(wanted->size());
  for (std::size_t k = 0; k < wanted->size(); ++k) {
    const std::size_t d = x.shape.size() - 1 - k;
    const int64_t extent = (*wanted)[wanted->size() - 1 - k];
    if (x.shape[d] == 1 && extent > 1) {
      x.shape[d] = extent;
      x.dims[d].clear();  // broadcast where it is read
    }
  }
  return x;
}

OnnxLowering::Done OnnxLowering::lower_view(const OnnxNode& node, bool& done) {
  done = true;
  const std::string& type = node.type;
  if (type == "Constant") return keep(node, constant(node));
  if (node.inputs.empty() || !has(node, 0)) {
    done = false;
    return {};
  }
  const Value& x = in(node, 0);
  if (type == "Shape" || type == "Size") return keep(node, told_extents(node, x.shape));
  if (type == "Identity" && is_copy_of_weight(node))
    return keep(node, leaf(spmd::Role::parameter, node.outputs[0], x.shape));
  if (type == "Identity" || type == "Cast") return keep(node, recast(node, x));
  if (type == "Dropout") return keep(node, dropout(node, x));
  if (type == "Transpose") return keep(node, transposed(node, x));
  if (type == "Squeeze" || type == "Unsqueeze" || type == "Reshape" || type == "Flatten") {
    const auto shape = asked_shape(node, x.shape);
    if (!shape) return tl::unexpected<Error>(shape.error());
    return keep(node, reshaped(node, x, *shape));
  }
  if (type == "Expand") return keep(node, expanded(node, x));
  done = false;
  return {};
}

}  // namespace astrolabe::onnx
