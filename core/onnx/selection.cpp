// ONNX operators that take tensors apart and put them together: concatenations, parts, slices, rows.

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

#include "core/onnx/lowering.h"

namespace astrolabe::onnx {

using std::int64_t;

Result<OnnxValue> OnnxLowering::concat(const OnnxNode& node, std::size_t axis) {
  std::vector<Value> parts;
  std::size_t known = 0;
  for (std::size_t count = node.inputs.size(); count-- > 2 && known == 0;) {
    const std::vector<std::string> first(node.inputs.begin(),
                                         node.inputs.begin() + static_cast<std::ptrdiff_t>(count));
    const auto at = m_concats.find({axis, first});
    if (at == m_concats.end()) continue;
    parts.push_back(at->second);
    known = count;
  }
  for (std::size_t i = known; i < node.inputs.size(); ++i) {
    Value x = in(node, i);
    if (axis >= x.shape.size()) return bad_shape(node, text(x.shape), "a dimension to put together");
    need_tensor(x, node.inputs[i]);
    if (x.shape[axis] > 0) parts.push_back(std::move(x));
  }
  if (parts.empty()) return bad_shape(node, "nothing", "at least one part");
  auto whole = parts.size() == 1 ? Result<Value>(parts.front()) : joined(node, std::move(parts), axis);
  if (whole && node.inputs.size() > 1) m_concats[{axis, node.inputs}] = *whole;
  return whole;
}

/// Parts of one shape but along the axis, which becomes one atom; all other dimensions are split alike.
OnnxLowering::Done OnnxLowering::fit_parts(const OnnxNode& node, std::vector<Value>& parts,
                                           std::size_t axis) {
  const std::size_t rank = parts.front().shape.size();
  for (Value& x : parts) {
    bool fits = x.shape.size() == rank;
    for (std::size_t d = 0; fits && d < rank; ++d) fits = d == axis || x.shape[d] == parts.front().shape[d];
    if (!fits)
      return bad_shape(node, text(x.shape) + " behind " + text(parts.front().shape),
                       "equal shapes but along the axis");
    auto apart = spread(node, std::move(x));
    if (!apart) return tl::unexpected<Error>(apart.error());
    auto whole = merged(node, std::move(*apart), axis);
    if (!whole) return tl::unexpected<Error>(whole.error());
    x = m_draft.atoms.real(whole->dims[axis]).empty() ? with_units(node, *whole, {axis}) : std::move(*whole);
  }
  // Twice: what the last part splits, the first ones have to follow.
  for (int time = 0; time < 2; ++time)
    for (std::size_t i = 1; i < parts.size(); ++i)
      for (std::size_t d = 0; d < rank; ++d) {
        if (d == axis) continue;
        if (auto same = in_parts_alike(node, parts[0], parts[i], d); !same) return same;
        if (!m_draft.atoms.unify(parts[0].dims[d], parts[i].dims[d]))
          return bad_shape(node, text(parts[0].shape) + " and " + text(parts[i].shape),
                           "dimensions that are split alike");
      }
  return {};
}

/// Brings all parts into the order of the first one, which is given back: by dimension and part of it.
Result<std::vector<OnnxLowering::Piece>> OnnxLowering::order_parts(const OnnxNode& node,
                                                                   std::vector<Value>& parts,
                                                                   std::size_t axis) {
  const auto axis_atom = [&](const Value& x) {
    const std::vector<int> real = m_draft.atoms.real(x.dims[axis]);
    return real.empty() ? x.dims[axis].front() : real.front();
  };
  const auto labels_of = [&](const Value& x) {
    std::map<int, Piece> labels{{axis_atom(x), {axis, 0}}};
    for (std::size_t d = 0; d < x.dims.size(); ++d) {
      const std::vector<int> atoms = m_draft.atoms.real(x.dims[d]);
      for (std::size_t k = 0; d != axis && k < atoms.size(); ++k) labels[atoms[k]] = {d, k};
    }
    return labels;
  };
  std::vector<Piece> order;
  const auto first = labels_of(parts[0]);
  for (const int atom : physical(parts[0]))
    if (const auto at = first.find(atom); at != first.end()) order.push_back(at->second);
  for (Value& x : parts) {
    std::vector<int> atoms;
    const auto labels = labels_of(x);
    for (const Piece& wanted : order)
      for (const auto& [atom, its] : labels)
        if (its == wanted) atoms.push_back(atom);
    if (atoms.size() != order.size())
      return bad_shape(node, text(x.shape), "dimensions that are split alike");
    x = ordered(node.name, x, atoms);
  }
  return order;
}

Result<OnnxValue> OnnxLowering::joined(const OnnxNode& node, std::vector<Value> parts, std::size_t axis) {
  if (auto fit = fit_parts(node, parts, axis); !fit) return tl::unexpected<Error>(fit.error());
  Value result = parts[0];
  const auto order = order_parts(node, parts, axis);
  if (!order) return tl::unexpected<Error>(order.error());
  result.shape[axis] = 0;
  for (const Value& x : parts) result.shape[axis] += x.shape[axis];
  DraftNode made;
  made.op = spmd::Op::concat;
  made.name = node.name;
  made.flops_per_product = 0.0;
  const std::vector<int> like = physical(parts[0]);
  for (std::size_t k = 0; k < order->size(); ++k)
    if ((*order)[k].first == axis) made.axis = static_cast<int>(k);
  const auto place = static_cast<std::size_t>(made.axis);
  const auto count = static_cast<int>(order->size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::map<int, int> labels;
    const std::vector<int> dims = physical(parts[i]);
    for (std::size_t k = 0; k < dims.size(); ++k)
      labels[dims[k]] = k == place ? count + static_cast<int>(i) : static_cast<int>(k);
    made.inputs.push_back(operand(parts[i], labels));
    made.locked.push_back(count + static_cast<int>(i));
  }
  DraftTensor tensor;
  tensor.name = node.name;
  std::map<int, int> to, renamed;
  for (std::size_t k = 0; k < like.size(); ++k) {
    tensor.dims.push_back(
        m_draft.atoms.make(k == place ? result.shape[axis] : m_draft.atoms.extent(like[k])));
    if (k != place) m_draft.atoms.unify({like[k]}, {tensor.dims.back()});
    to[tensor.dims.back()] = k == place ? count + static_cast<int>(parts.size()) : static_cast<int>(k);
    renamed[like[k]] = tensor.dims.back();
  }
  made.locked.push_back(count + static_cast<int>(parts.size()));
  for (std::size_t d = 0; d < result.shape.size(); ++d) {
    const std::vector<int> atoms =
        d == axis ? std::vector<int>{like[place]} : m_draft.atoms.real(parts[0].dims[d]);
    result.dims[d].clear();
    for (const int atom : atoms) result.dims[d].push_back(renamed.at(atom));
  }
  result.tensor = static_cast<int>(m_draft.tensors.size());
  m_draft.tensors.push_back(std::move(tensor));
  made.output = operand(result, to);
  m_draft.add(std::move(made));
  return result;
}

OnnxLowering::Done OnnxLowering::lower_selection(const OnnxNode& node, bool& done) {
  done = true;
  const std::string& type = node.type;
  if (type == "Concat")
    return keep(node, concat(node, axis_of(node.integer("axis", 0), in(node, 0).shape.size())));
  if (type == "Split") return lower_split(node);
  if (type == "Slice") return slice(node);
  if (type == "Gather") return lower_gather(node);
  done = false;
  return {};
}

OnnxLowering::Done OnnxLowering::lower_split(const OnnxNode& node) {
  Value x = in(node, 0);
  need_tensor(x, node.inputs[0]);
  const std::size_t axis = axis_of(node.integer("axis", 0), x.shape.size());
  const auto listed = numbers_of(node, "split");
  if (!listed) return tl::unexpected<Error>(listed.error());
  std::vector<int64_t> lengths = *listed;
  const auto count = static_cast<int64_t>(node.outputs.size());
  if (lengths.empty()) lengths.assign(node.outputs.size(), x.shape[axis] / count);
  if (lengths.size() != node.outputs.size()) return bad_shape(node, "other lengths", "one for each result");
  const bool equal =
      std::adjacent_find(lengths.begin(), lengths.end(), std::not_equal_to<>()) == lengths.end();
  if (equal && lengths[0] > 1 && lengths[0] * count == x.shape[axis]) {
    // Equal parts: a dimension of that many, of which one is taken.
    spmd::Shape shape = x.shape;
    shape[axis] = count;
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, lengths[0]);
    auto split = reshaped(node, x, shape);
    if (split) {
      for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        OnnxNode one = node;
        one.name.append(1, '.').append(std::to_string(i));
        auto value = part(one, *split, axis, static_cast<int64_t>(i), 1);
        if (!value) return tl::unexpected<Error>(value.error());
        value->shape.erase(value->shape.begin() + static_cast<std::ptrdiff_t>(axis));
        value->dims.erase(value->dims.begin() + static_cast<std::ptrdiff_t>(axis));
        give(node, std::move(*value), i);
      }
      return {};
    }
  }
  int64_t begin = 0;
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    OnnxNode one = node;
    one.name.append(1, '.').append(std::to_string(i));
    auto value = part(one, x, axis, begin, lengths[i]);
    if (!value) return tl::unexpected<Error>(value.error());
    begin += lengths[i];
    give(node, std::move(*value), i);
  }
  return {};
}

OnnxLowering::Done OnnxLowering::slice(const OnnxNode& node) {
  Value x = in(node, 0);
  std::array<std::vector<int64_t>, 4> given;  // starts, ends, axes, steps
  constexpr std::array<const char*, 4> kKeys{"starts", "ends", "axes", "steps"};
  for (std::size_t k = 0; k < 4; ++k) {
    given[k] = node.integers(kKeys[k]);
    if (given[k].empty() && has(node, k + 1)) {
      const auto read = numbers(node, k + 1);
      if (!read) return tl::unexpected<Error>(read.error());
      given[k] = *read;
    }
  }
  const auto& [starts, ends, axes, steps] = given;
  if (ends.size() != starts.size() || (!axes.empty() && axes.size() != starts.size()) ||
      (!steps.empty() && steps.size() != starts.size()) || (axes.empty() && starts.size() > x.shape.size()))
    return bad_shape(node, std::to_string(starts.size()) + " starts", "as many ends, axes and steps");
  for (std::size_t k = 0; k < starts.size(); ++k) {
    const std::size_t d = axes.empty() ? k : axis_of(axes[k], x.shape.size());
    if (d >= x.shape.size()) return bad_shape(node, text(x.shape), "an axis of the tensor");
    const int64_t step = steps.empty() ? 1 : steps[k], extent = x.shape[d];
    if (step < 1) return unsupported(node, "slices of steps forward");
    const auto place = [&](int64_t at) { return std::clamp<int64_t>(at < 0 ? at + extent : at, 0, extent); };
    const int64_t begin = place(starts[k]), length = place(ends[k]) - begin;
    auto value = step == 1 ? stretch(node, x, d, begin, length)
                           : stepped(node, x, d, begin, (length + step - 1) / step, step);
    if (!value) return tl::unexpected<Error>(value.error());
    x = std::move(*value);
  }
  give(node, std::move(x));
  return {};
}

Result<OnnxValue> OnnxLowering::stepped(const OnnxNode& node, Value x, std::size_t d, int64_t begin,
                                        int64_t count, int64_t step) {
  if (count < 1) return bad_shape(node, std::to_string(count) + " elements", "at least one");
  // Runs of `step` elements, of which one is taken: the runs begin where the dimension does if that divides,
  // else at the first element that is taken.
  const int64_t extent = x.shape[d];
  const bool divides = extent % step == 0;
  const int64_t first = divides ? begin / step : 0, within = divides ? begin % step : 0;
  need_tensor(x, node.inputs[0]);
  if (!divides) {
    const int64_t length = std::min(extent - begin, count * step);
    auto cut = part(node, std::move(x), d, begin, length);
    if (cut && length < count * step)
      cut = placed(node, node.name + ".filled", std::move(*cut), d, 0, count * step);
    if (!cut) return cut;
    x = std::move(*cut);
  }
  spmd::Shape shape = x.shape;
  const auto at = static_cast<std::ptrdiff_t>(d);
  shape[d] /= step;
  shape.insert(shape.begin() + at + 1, step);
  auto apart = reshaped(node, std::move(x), shape);
  if (!apart) return apart;
  OnnxNode one = node;
  one.name.append(".step");
  auto taken = part(one, std::move(*apart), d + 1, within, 1);
  if (!taken) return taken;
  taken->shape.erase(taken->shape.begin() + at + 1);
  taken->dims.erase(taken->dims.begin() + at + 1);
  return part(node, std::move(*taken), d, first, count);
}

OnnxLowering::Done OnnxLowering::lower_gather(const OnnxNode& node) {
  Value x = in(node, 0), ids = in(node, 1);
  if (ids.known && ids.data.empty()) return bad_shape(node, "no places", "at least one");
  need_tensor(x, node.inputs[0]);
  const std::size_t axis = axis_of(node.integer("axis", 0), x.shape.size());
  if (ids.known && ids.shape.empty()) {
    const auto index = static_cast<int64_t>(ids.data[0]);
    auto value = part(node, x, axis, index < 0 ? index + x.shape[axis] : index, 1);
    if (!value) return tl::unexpected<Error>(value.error());
    value->shape.erase(value->shape.begin() + static_cast<std::ptrdiff_t>(axis));
    value->dims.erase(value->dims.begin() + static_cast<std::ptrdiff_t>(axis));
    give(node, std::move(*value));
    return {};
  }
  bool range = ids.known && axis == 0;  // begin, begin + 1, ...
  for (std::size_t i = 0; range && i < ids.data.size(); ++i)
    range = ids.data[i] == ids.data[0] + static_cast<double>(i);
  if (range) {
    auto value = part(node, x, 0, static_cast<int64_t>(ids.data[0]), static_cast<int64_t>(ids.data.size()));
    if (!value) return tl::unexpected<Error>(value.error());
    spmd::Shape shape = ids.shape;
    shape.insert(shape.end(), x.shape.begin() + 1, x.shape.end());
    auto seen = reshaped(node, std::move(*value), shape);
    if (!seen) return tl::unexpected<Error>(seen.error());
    give(node, std::move(*seen));
    return {};
  }
  for (std::size_t d = 0; d < axis; ++d)
    if (x.shape[d] != 1) return unsupported(node, "rows of a table, along its first dimension");
  need_tensor(ids, node.inputs[1]);
  spmd::Shape shape = ids.shape;
  shape.insert(shape.begin(), axis, 1);
  shape.insert(shape.end(), x.shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, x.shape.end());
  const auto table = rows_of(node, std::move(x), axis + 1);
  if (!table) return tl::unexpected<Error>(table.error());
  auto rows = looked_up(node, *table, ids);
  if (!rows) return tl::unexpected<Error>(rows.error());
  auto seen = reshaped(node, std::move(*rows), shape);
  if (!seen) return tl::unexpected<Error>(seen.error());
  give(node, std::move(*seen));
  return {};
}

}  // namespace astrolabe::onnx
