// The pieces from which ONNX operators are put together: functions, sums and products.

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <numeric>

#include "core/onnx/lowering.h"

namespace astrolabe::onnx {

using std::int64_t;

DraftOperand OnnxLowering::operand(const Value& value, const std::map<int, int>& labels) const {
  DraftOperand result;
  result.tensor = value.tensor;
  result.dims = physical(value);
  for (const int atom : result.dims) {
    const auto at = labels.find(atom);
    result.labels.push_back(at == labels.end() ? -1 : at->second);
  }
  return result;
}

int OnnxLowering::new_tensor(const std::string& name, const std::vector<int>& like, std::vector<int>& fresh) {
  DraftTensor tensor;
  tensor.name = name;
  for (const int atom : like) {
    tensor.dims.push_back(m_draft.atoms.make(m_draft.atoms.extent(atom)));
    m_draft.atoms.unify({atom}, {tensor.dims.back()});
  }
  fresh = tensor.dims;
  m_draft.tensors.push_back(std::move(tensor));
  return static_cast<int>(m_draft.tensors.size()) - 1;
}

OnnxValue OnnxLowering::unary(const std::string& name, spmd::Op op, const Value& x,
                              spmd::Attributes attributes, double flops) {
  DraftNode node;
  node.op = op;
  node.name = name;
  node.attributes = attributes;
  node.flops_per_product = flops;
  std::map<int, int> from, to, renamed;
  const std::vector<int> dims = physical(x);
  std::vector<int> fresh;
  Value y = x;
  y.tensor = new_tensor(name, dims, fresh);
  for (std::size_t d = 0; d < dims.size(); ++d) {
    from[dims[d]] = to[fresh[d]] = static_cast<int>(d);
    renamed[dims[d]] = fresh[d];
  }
  for (auto& list : y.dims) {
    list = m_draft.atoms.expand(list);
    for (int& atom : list) atom = renamed.at(atom);
  }
  node.inputs = {operand(x, from)};
  node.output = operand(y, to);
  m_draft.add(std::move(node));
  return y;
}

OnnxValue OnnxLowering::scaled(const std::string& name, const Value& x, double factor) {
  spmd::Attributes attributes;
  attributes.factor = factor;
  return unary(name, spmd::Op::scale, x, attributes);
}

OnnxValue OnnxLowering::function(const std::string& name, const Value& x, spmd::Function function) {
  spmd::Attributes attributes;
  attributes.function = function;
  return unary(name, spmd::Op::function, x, attributes, 4.0);
}

OnnxValue OnnxLowering::ordered(const std::string& name, const Value& x, const std::vector<int>& atoms) {
  if (physical(x) == atoms) return x;
  DraftNode node;
  node.op = spmd::Op::reduce_sum;  // over nothing: dimensions change places
  node.name = name + ".order";
  node.flops_per_product = 0.0;
  std::map<int, int> from, to, renamed;
  std::vector<int> fresh;
  Value y = x;
  y.tensor = new_tensor(node.name, atoms, fresh);
  for (std::size_t d = 0; d < atoms.size(); ++d) {
    from[atoms[d]] = to[fresh[d]] = static_cast<int>(d);
    renamed[atoms[d]] = fresh[d];
  }
  for (auto& list : y.dims) {
    list = m_draft.atoms.expand(list);
    std::erase_if(list, [&](int atom) { return !renamed.contains(atom); });  // of extent 1
    for (int& atom : list) atom = renamed.at(atom);
  }
  node.inputs = {operand(x, from)};
  node.output = operand(y, to);
  m_draft.add(std::move(node));
  return y;
}

Result<OnnxValue> OnnxLowering::merged(const OnnxNode& node, Value x, std::size_t d) {
  const std::vector<int> parts = m_draft.atoms.real(x.dims[d]);
  if (parts.size() <= 1) {
    if (!parts.empty()) x.dims[d] = parts;
    return x;
  }
  std::vector<int> order = m_draft.atoms.real(physical(x));
  std::erase_if(order, [&](int atom) { return std::find(parts.begin(), parts.end(), atom) != parts.end(); });
  const std::size_t kept = order.size();
  order.insert(order.end(), parts.begin(), parts.end());
  x = ordered(node.name, x, order);
  const std::vector<int> dims = physical(x);
  DraftNode flat;
  flat.op = spmd::Op::flatten;
  flat.name = node.name + ".flatten";
  flat.axis = static_cast<int>(kept);
  flat.flops_per_product = 0.0;
  Value y = x;
  std::vector<int> fresh;
  y.tensor = new_tensor(flat.name, {dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(kept)}, fresh);
  const int whole = m_draft.atoms.make(x.shape[d]);
  m_draft.atoms.keep_whole(whole);
  m_draft.tensors[y.tensor].dims.push_back(whole);
  std::map<int, int> from, to, renamed;
  for (std::size_t k = 0; k < kept; ++k) {
    from[dims[k]] = to[fresh[k]] = static_cast<int>(k);
    renamed[dims[k]] = fresh[k];
  }
  for (std::size_t k = kept; k < dims.size(); ++k) {
    from[dims[k]] = static_cast<int>(k);
    flat.locked.push_back(static_cast<int>(k));
  }
  to[whole] = static_cast<int>(dims.size());
  flat.locked.push_back(static_cast<int>(dims.size()));
  for (std::size_t e = 0; e < y.dims.size(); ++e) {
    y.dims[e] = m_draft.atoms.real(y.dims[e]);
    if (e == d)
      y.dims[e] = {whole};
    else
      for (int& atom : y.dims[e]) atom = renamed.at(atom);
  }
  flat.inputs = {operand(x, from)};
  flat.output = operand(y, to);
  m_draft.add(std::move(flat));
  return y;
}

Result<OnnxValue> OnnxLowering::along(const OnnxNode& node, spmd::Op op, Value x, std::size_t axis,
                                      const Value* gain, double flops) {
  need_tensor(x, node.name);
  auto whole = merged(node, std::move(x), axis);
  if (!whole) return whole;
  x = std::move(*whole);
  const std::vector<int> along = m_draft.atoms.real(x.dims[axis]);
  if (along.size() != 1) return bad_shape(node, text(x.shape), "more than one element along its axis");
  std::vector<int> order = physical(x);
  if (order.back() != along[0]) {
    std::erase(order, along[0]);
    order.push_back(along[0]);
    x = ordered(node.name, x, order);
  }
  Value y = unary(node.name, op, x, {}, flops);
  DraftNode& made = m_draft.nodes.back();
  const int label = made.inputs[0].labels.back();
  made.locked = {label};
  for (const DraftOperand* side : {&made.inputs[0], &made.output})
    m_draft.atoms.keep_whole(side->dims.back());
  if (gain != nullptr) {
    if (!m_draft.atoms.unify(gain->dims.back(), {made.inputs[0].dims.back()}))
      return bad_shape(node, text(gain->shape), "a gain for each element of the axis");
    const std::vector<int> atoms = m_draft.atoms.real(gain->dims.back());
    if (atoms.size() != 1) return bad_shape(node, text(gain->shape), "a gain of one dimension");
    made.inputs.push_back(operand(*gain, {{atoms[0], label}}));
  }
  return y;
}

OnnxLowering::Done OnnxLowering::in_parts_alike(const OnnxNode& node, Value& x, Value& y, std::size_t d) {
  for (const auto& [one, other] : {std::pair{&x, &y}, std::pair{&y, &x}}) {
    const std::vector<int> whole = m_draft.atoms.real(one->dims[d]),
                           parts = m_draft.atoms.real(other->dims[d]);
    if (whole.size() != 1 || parts.size() < 2 || !m_draft.atoms.is_kept_whole(whole[0])) continue;
    auto apart = unflattened(node, std::move(*one), whole[0], m_draft.atoms.extent(parts[0]));
    if (!apart) return tl::unexpected<Error>(apart.error());
    *one = std::move(*apart);
  }
  return {};
}

/// Brings both to one rank, with dimensions that are split alike; the shape of what they make together.
Result<spmd::Shape> OnnxLowering::broadcast(const OnnxNode& node, Value& x, Value& y) {
  const std::size_t rank = std::max(x.shape.size(), y.shape.size());
  for (Value* value : {&x, &y}) value->raise_to(rank);
  spmd::Shape shape(rank);
  for (std::size_t d = 0; d < rank; ++d) {
    if (auto same = in_parts_alike(node, x, y, d); !same) return tl::unexpected<Error>(same.error());
    if (x.shape[d] != y.shape[d] && x.shape[d] != 1 && y.shape[d] != 1)
      return bad_shape(node, text(x.shape) + " and " + text(y.shape), "shapes that can be broadcast");
    shape[d] = std::max(x.shape[d], y.shape[d]);
    if (!m_draft.atoms.real(x.dims[d]).empty() && !m_draft.atoms.real(y.dims[d]).empty() &&
        !m_draft.atoms.unify(x.dims[d], y.dims[d]))
      return bad_shape(node, text(x.shape) + " and " + text(y.shape), "dimensions that are split alike");
  }
  return shape;
}

/// The labels of a value's atoms in the order in which its tensor has them.
std::vector<int> OnnxLowering::order_of(const Value& value, const std::map<int, int>& labels) const {
  std::vector<int> order;
  for (const int atom : physical(value))
    if (labels.contains(atom)) order.push_back(labels.at(atom));
  return order;
}

/// The value with its labels, of which it may have a part, in `order`; `labels` follows.
OnnxValue OnnxLowering::aligned(const OnnxNode& node, const Value& value, std::map<int, int>& labels,
                                const std::vector<int>& order) {
  const std::vector<int> own = order_of(value, labels);
  std::vector<int> wanted = order;
  std::erase_if(wanted, [&](int label) { return std::find(own.begin(), own.end(), label) == own.end(); });
  if (own == wanted) return value;
  std::vector<int> atoms;
  for (const int label : wanted)
    for (const auto& [atom, its] : labels)
      if (its == label) atoms.push_back(atom);
  Value made = ordered(node.name, value, atoms);
  labels.clear();
  const std::vector<int> dims = physical(made);
  for (std::size_t k = 0; k < dims.size(); ++k) labels[dims[k]] = wanted[k];
  return made;
}

Result<OnnxValue> OnnxLowering::binary(const OnnxNode& node, spmd::Op op, Value x, Value y) {
  need_tensor(x, node.name + ".constant");
  need_tensor(y, node.name + ".constant");
  auto shape = broadcast(node, x, y);
  if (!shape) return tl::unexpected<Error>(shape.error());
  Value result;
  result.shape = std::move(*shape);
  const std::size_t rank = result.shape.size();
  result.dims.resize(rank);
  std::map<int, int> of_x, of_y;
  std::vector<std::vector<int>> labels(rank);
  std::vector<int> atom_of;  // of each label
  for (std::size_t d = 0; d < rank; ++d) {
    const std::vector<int> a = m_draft.atoms.real(x.dims[d]), b = m_draft.atoms.real(y.dims[d]);
    for (std::size_t k = 0; k < std::max(a.size(), b.size()); ++k) {
      const int label = static_cast<int>(atom_of.size());
      labels[d].push_back(label);
      if (!a.empty()) of_x[a[k]] = label;
      if (!b.empty()) of_y[b[k]] = label;
      atom_of.push_back(a.empty() ? b[k] : a[k]);
    }
  }
  // The order of an operand that has every dimension; the other is brought into it.
  std::vector<int> order = order_of(x, of_x);
  if (order.size() < atom_of.size()) order = order_of(y, of_y);
  if (order.size() < atom_of.size()) {
    order.resize(atom_of.size());
    std::iota(order.begin(), order.end(), 0);
  }
  x = aligned(node, x, of_x, order);
  y = aligned(node, y, of_y, order);
  DraftNode made;
  made.op = op;
  made.name = node.name;
  made.inputs = {operand(x, of_x), operand(y, of_y)};
  std::vector<int> like, fresh;
  for (const int label : order) like.push_back(atom_of[static_cast<std::size_t>(label)]);
  result.tensor = new_tensor(node.name, like, fresh);
  std::map<int, int> to;
  for (std::size_t k = 0; k < order.size(); ++k) to[fresh[k]] = order[k];
  for (std::size_t d = 0; d < rank; ++d)
    for (const int label : labels[d])
      result.dims[d].push_back(
          fresh[static_cast<std::size_t>(std::find(order.begin(), order.end(), label) - order.begin())]);
  made.output = operand(result, to);
  m_draft.add(std::move(made));
  return result;
}

Result<OnnxValue> OnnxLowering::product(const OnnxNode& node, Value x, Value y) {
  need_tensor(x, node.inputs[0]);
  need_tensor(y, node.inputs[1]);
  if (x.shape.size() < 2 || y.shape.size() < 2)
    return unsupported(node, "matrices (operands of at least two dimensions)");
  const std::size_t rank = std::max(x.shape.size(), y.shape.size());
  for (Value* value : {&x, &y}) value->raise_to(rank);
  if (x.shape[rank - 1] != y.shape[rank - 2] || !m_draft.atoms.unify(x.dims[rank - 1], y.dims[rank - 2]))
    return bad_shape(node, text(x.shape) + " times " + text(y.shape), "equal inner dimensions");
  Value result;
  result.shape.assign(rank, 1);
  result.dims.resize(rank);
  std::map<int, int> of_x, of_y, to;
  std::vector<std::pair<std::size_t, int>> made_of;  // dimension and atom of each label of the result
  int label = 0;
  for (std::size_t d = 0; d < rank; ++d) {
    std::vector<int> a, b;
    if (d != rank - 1) a = m_draft.atoms.real(x.dims[d]);
    if (d != rank - 2) b = m_draft.atoms.real(y.dims[d]);
    if (d < rank - 2) {
      if (x.shape[d] != y.shape[d] && x.shape[d] != 1 && y.shape[d] != 1)
        return bad_shape(node, text(x.shape) + " times " + text(y.shape), "batches that can be broadcast");
      if (!a.empty() && !b.empty() && !m_draft.atoms.unify(a, b))
        return bad_shape(node, text(x.shape) + " times " + text(y.shape), "dimensions that are split alike");
      a = m_draft.atoms.real(a);
      b = m_draft.atoms.real(b);
    }
    result.shape[d] =
        d == rank - 2 ? x.shape[d] : (d == rank - 1 ? y.shape[d] : std::max(x.shape[d], y.shape[d]));
    for (std::size_t k = 0; k < std::max(a.size(), b.size()); ++k, ++label) {
      if (!a.empty()) of_x[a[k]] = label;
      if (!b.empty()) of_y[b[k]] = label;
      made_of.emplace_back(d, a.empty() ? b[k] : a[k]);
    }
  }
  const std::vector<int> inner = m_draft.atoms.real(x.dims[rank - 1]),
                         other = m_draft.atoms.real(y.dims[rank - 2]);
  for (std::size_t k = 0; k < inner.size(); ++k, ++label) of_x[inner[k]] = of_y[other[k]] = label;
  std::vector<int> like, fresh;
  for (const auto& [d, atom] : made_of) like.push_back(atom);
  result.tensor = new_tensor(node.name, like, fresh);
  for (std::size_t k = 0; k < fresh.size(); ++k) {
    to[fresh[k]] = static_cast<int>(k);
    result.dims[made_of[k].first].push_back(fresh[k]);
  }
  DraftNode made;
  made.op = spmd::Op::contract;
  made.name = node.name;
  made.flops_per_product = 2.0;
  made.inputs = {operand(x, of_x), operand(y, of_y)};
  made.output = operand(result, to);
  m_draft.add(std::move(made));
  return result;
}

Result<OnnxValue> OnnxLowering::einsum(const OnnxNode& node) {
  std::string equation = node.has("equation") ? node.attributes.at("equation").text : "";
  std::erase_if(equation, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
  const std::size_t arrow = equation.find("->"), comma = equation.find(',');
  if (node.inputs.size() != 2 || arrow == std::string::npos || comma == std::string::npos ||
      equation.find('.') != std::string::npos || equation.find(',', comma + 1) != std::string::npos)
    return unsupported(node, "an equation of two operands and a result, without dots");
  return einsum(node, equation, {in(node, 0), in(node, 1)});
}

Result<OnnxValue> OnnxLowering::einsum(const OnnxNode& node, const std::string& equation,
                                       std::array<Value, 2> x) {
  const std::size_t arrow = equation.find("->"), comma = equation.find(',');
  const std::array<std::string, 2> from{equation.substr(0, comma),
                                        equation.substr(comma + 1, arrow - comma - 1)};
  std::map<char, std::vector<int>> known;  // atoms of each letter
  for (std::size_t i = 0; i < 2; ++i) {
    need_tensor(x[i], node.inputs[i]);
    if (from[i].size() != x[i].shape.size())
      return bad_shape(node, text(x[i].shape), "as many dimensions as letters");
    for (std::size_t d = 0; d < from[i].size(); ++d) {
      const auto [at, is_new] = known.try_emplace(from[i][d], x[i].dims[d]);
      if (!is_new && !m_draft.atoms.unify(at->second, x[i].dims[d]))
        return bad_shape(node, text(x[i].shape), "equal extents of one letter");
    }
  }
  std::map<std::pair<char, std::size_t>, int> labels;
  std::array<std::map<int, int>, 2> of;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t d = 0; d < from[i].size(); ++d) {
      const std::vector<int> atoms = m_draft.atoms.real(x[i].dims[d]);
      for (std::size_t k = 0; k < atoms.size(); ++k)
        of[i][atoms[k]] = labels.try_emplace({from[i][d], k}, static_cast<int>(labels.size())).first->second;
    }
  Value result;
  std::vector<int> like, fresh;
  for (const char letter : equation.substr(arrow + 2)) {
    const std::vector<int> atoms = m_draft.atoms.real(known[letter]);
    int64_t extent = 1;
    for (const int atom : atoms) extent *= m_draft.atoms.extent(atom);
    result.shape.push_back(extent);
    like.insert(like.end(), atoms.begin(), atoms.end());
  }
  result.tensor = new_tensor(node.name, like, fresh);
  std::map<int, int> to;
  std::size_t next = 0;
  for (const char letter : equation.substr(arrow + 2)) {
    result.dims.emplace_back();
    for (std::size_t k = 0; k < m_draft.atoms.real(known[letter]).size(); ++k, ++next) {
      to[fresh[next]] = labels.at({letter, k});
      result.dims.back().push_back(fresh[next]);
    }
  }
  DraftNode made;
  made.name = node.name;
  made.flops_per_product = 2.0;
  made.inputs = {operand(x[0], of[0]), operand(x[1], of[1])};
  made.output = operand(result, to);
  m_draft.add(std::move(made));
  return result;
}

}  // namespace astrolabe::onnx
