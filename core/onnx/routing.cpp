// Routing of exported mixtures of experts. What is chosen (indices, one-hot masks, places) takes no gradient
// and is read as an input, like attention masks; what is picked by a choice is a product with its mask, rows
// that are picked or put back go by their ids.

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

#include "core/base/onnx_codes.h"
#include "core/onnx/lowering.h"

namespace astrolabe::onnx {

using std::int64_t;

namespace {

int64_t extents_between(const spmd::Shape& shape, std::size_t from, std::size_t to) {
  return std::accumulate(shape.begin() + static_cast<std::ptrdiff_t>(from),
                         shape.begin() + static_cast<std::ptrdiff_t>(to), int64_t{1}, std::multiplies<>());
}

bool is_one_of(const std::string& type, std::initializer_list<const char*> list) {
  return std::any_of(list.begin(), list.end(), [&](const char* one) { return type == one; });
}

spmd::Shape widest(const spmd::Shape& a, const spmd::Shape& b) {
  spmd::Shape shape = a.size() < b.size() ? b : a;
  const spmd::Shape& other = a.size() < b.size() ? a : b;
  for (std::size_t k = 0; k < other.size(); ++k) {
    int64_t& extent = shape[shape.size() - 1 - k];
    extent = std::max(extent, other[other.size() - 1 - k]);
  }
  return shape;
}

/// Of a Gather: `ids` in place of `axis`.
spmd::Shape picked_shape(const spmd::Shape& x, std::size_t axis, const spmd::Shape& ids) {
  spmd::Shape shape(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(axis));
  shape.insert(shape.end(), ids.begin(), ids.end());
  shape.insert(shape.end(), x.begin() + static_cast<std::ptrdiff_t>(axis) + 1, x.end());
  return shape;
}

/// The letters of `rank` dimensions, that of `axis` replaced.
std::string letters_with(std::size_t rank, std::size_t axis, const std::string& in_its_place) {
  std::string text;
  for (std::size_t d = 0; d < rank; ++d)
    text += d == axis ? in_its_place : std::string(1, static_cast<char>('a' + d));
  return text;
}

std::string reduction_of(const OnnxNode& node) {
  return node.has("reduction") ? node.attributes.at("reduction").text : "none";
}

}  // namespace

/// What is known to be a choice whatever it reads.
bool OnnxLowering::is_choice(const OnnxNode& node) {
  return is_one_of(node.type,
                   {"Equal",  "Less",   "LessOrEqual", "Greater", "GreaterOrEqual", "And",    "Or",
                    "Xor",    "Not",    "Cos",         "Sin",     "Trilu",          "CumSum", "ArgMax",
                    "ArgMin", "OneHot", "NonZero",     "Sign",    "IsNaN",          "IsInf"});
}

OnnxValue OnnxLowering::chosen(spmd::Shape shape, bool real) {
  Value value;
  value.shape = std::move(shape);
  value.real = real;
  value.chosen = true;
  return value;
}

/// Choices, and what is computed from choices and constants alone: only the shape counts.
OnnxLowering::Done OnnxLowering::lower_choice(const OnnxNode& node, bool& done) {
  bool any = false, all = true;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    if (!has(node, i)) continue;
    any = any || in(node, i).chosen;
    all = all && (in(node, i).chosen || in(node, i).known);
  }
  done = has(node, 0) && (is_choice(node) || (any && all));
  if (!done) return {};
  if (node.type == "Identity" || node.type == "Cast") {
    Value same = in(node, 0);  // also its mask
    const int64_t to = node.integer("to", same.real ? 1 : 7);
    same.real = to == 1 || to == 10 || to == 11 || to == 16;
    give(node, std::move(same));
    return {};
  }
  bool shaped = false;
  if (auto direct = shape_of_choice(node, shaped); !direct || shaped) return direct;
  // By the rules for other values, on a sheet of its own.
  OnnxModel none;
  none.opset = m_model.opset;
  OnnxLowering scratch(std::move(none), m_options);
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    if (!has(node, i)) continue;
    const Value& x = in(node, i);
    Value copy = x.known ? x : scratch.leaf(spmd::Role::input, node.inputs[i], x.shape);
    copy.real = x.real;
    scratch.m_values[node.inputs[i]] = std::move(copy);
  }
  if (auto lowered = scratch.lower(node); !lowered) return lowered;
  for (std::size_t i = 0; i < node.outputs.size(); ++i)
    if (const auto made = scratch.m_values.find(node.outputs[i]); made != scratch.m_values.end())
      give(node, made->second.known ? made->second : chosen(made->second.shape, made->second.real), i);
  return {};
}

/// NonZero: as many columns as there are elements that are not zero. Nobody can know that from the file.
OnnxLowering::Done OnnxLowering::count_found(const OnnxNode& node) {
  for (const std::string& name : {node.outputs.front(), node.name, node.type})
    if (const auto given = m_options.sizes.find(name); given != m_options.sizes.end()) {
      give(node, chosen({static_cast<int64_t>(in(node, 0).shape.size()), given->second}, false));
      return {};
    }
  return fail(code::onnx_dimension, node.name, "as many results as the data has elements that are not zero",
              {Wanted::Kind::text,
               {"--dim " + node.outputs.front() +
                "=N, or --dim NonZero=N for all such operators (tokens of "
                "one expert: tokens * choices / experts)"}});
}

/// The mask of the same choice, where it is there already.
OnnxLowering::Done OnnxLowering::one_hot(const OnnxNode& node) {
  const auto depth = numbers(node, 1);
  if (!depth) return tl::unexpected<Error>(depth.error());
  const Value& ids = in(node, 0);
  spmd::Shape shape = ids.shape;
  const std::size_t axis = axis_of(node.integer("axis", -1), shape.size() + 1);
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), depth->front());
  const bool known = !ids.mask.empty() && m_values.at(ids.mask).shape == shape;
  give(node, known ? m_values.at(ids.mask) : chosen(shape, true));
  return {};
}

/// Of the largest and the least along some axes, and of where they are.
Result<spmd::Shape> OnnxLowering::reduced_shape(const OnnxNode& node, const spmd::Shape& x) {
  const bool places = node.type.starts_with("Arg");
  auto axes = places ? node.integers("axis") : numbers_of(node, "axes");
  if (!axes) return tl::unexpected<Error>(axes.error());
  if (places && axes->empty()) axes->push_back(0);
  std::vector<bool> away(x.size(), axes->empty());
  for (const int64_t axis : *axes) away[axis_of(axis, x.size())] = true;
  spmd::Shape shape;
  for (std::size_t d = 0; d < x.size(); ++d)
    if (!away[d] || node.integer("keepdims", 1) == 1) shape.push_back(away[d] ? 1 : x[d]);
  return shape;
}

/// Operators for which no other rule would give the shape.
OnnxLowering::Done OnnxLowering::shape_of_choice(const OnnxNode& node, bool& done) {
  done = true;
  const std::string& type = node.type;
  const spmd::Shape& x = in(node, 0).shape;
  const bool real = in(node, 0).real;
  if (type == "NonZero") return count_found(node);
  if (type == "OneHot") return one_hot(node);
  if (is_one_of(type, {"ArgMax", "ArgMin", "ReduceMax", "ReduceMin", "ReduceProd"})) {
    const auto shape = reduced_shape(node, x);
    if (!shape) return tl::unexpected<Error>(shape.error());
    return keep(node, chosen(*shape, real && !type.starts_with("Arg")));
  }
  if (type == "TopK") {
    const auto count = numbers(node, 1);
    if (!count) return tl::unexpected<Error>(count.error());
    spmd::Shape shape = x;
    shape[axis_of(node.integer("axis", -1), x.size())] = count->front();
    give(node, chosen(shape, real));
    give(node, chosen(shape, false), 1);
    return {};
  }
  if (type == "Gather")
    return keep(node,
                chosen(picked_shape(x, axis_of(node.integer("axis", 0), x.size()), in(node, 1).shape), real));
  if (type == "GatherND") {
    const spmd::Shape& ids = in(node, 1).shape;
    spmd::Shape shape(ids.begin(), ids.end() - 1);
    shape.insert(shape.end(), x.begin() + ids.back(), x.end());
    return keep(node, chosen(shape, real));
  }
  if (type == "GatherElements") return keep(node, chosen(in(node, 1).shape, real));
  if (type == "Tile") {
    const auto times = numbers(node, 1);
    if (!times) return tl::unexpected<Error>(times.error());
    spmd::Shape shape = x;
    for (std::size_t d = 0; d < shape.size(); ++d) shape[d] *= (*times)[d];
    return keep(node, chosen(shape, real));
  }
  if (is_one_of(type, {"Trilu", "CumSum", "Cos", "Sin", "Not", "Sign", "IsNaN", "IsInf", "Floor", "Ceil",
                       "Round", "Clip", "ScatterElements", "ScatterND", "Scatter"}))
    return keep(node, chosen(x, real));
  if (is_one_of(type, {"Min", "Max", "Mod", "Pow", "BitShift"}) || is_choice(node)) {
    spmd::Shape shape = x;
    for (std::size_t i = 1; i < node.inputs.size(); ++i) shape = widest(shape, in(node, i).shape);
    return keep(node, chosen(shape, real && !is_choice(node)));
  }
  done = false;
  return {};
}

/// A mask over `extent` elements for each element that was chosen along `axis` of `shape`: [.., extent].
std::string OnnxLowering::mask_of(const std::string& name, const spmd::Shape& shape, int64_t extent) {
  spmd::Shape mask = shape;
  mask.push_back(extent);
  std::string key = name + ".choice";
  m_values[key] = leaf(spmd::Role::input, key, mask);
  return key;
}

/// x picked along `axis` by a mask [.. k .., extent]: one element of x for each that was chosen.
Result<OnnxValue> OnnxLowering::picked(const OnnxNode& node, Value x, std::size_t axis, const Value& mask) {
  const std::size_t rank = x.shape.size();
  return einsum(node,
                letters_with(rank, axis, "z") + "," + letters_with(rank, axis, "y") + "z->" +
                    letters_with(rank, axis, "y"),
                {std::move(x), mask});
}

OnnxLowering::Done OnnxLowering::lower_routing(const OnnxNode& node, bool& done) {
  done = true;
  const std::string& type = node.type;
  if (type == "TopK" || type == "ReduceMax" || type == "ReduceMin") return keep_largest(node);
  if (type == "GatherElements") {
    Value x = in(node, 0);
    const Value& ids = in(node, 1);
    need_tensor(x, node.inputs[0]);
    const std::size_t axis = axis_of(node.integer("axis", 0), x.shape.size());
    auto mask = mask_for(node, ids, x.shape, axis);
    if (!mask) return tl::unexpected<Error>(mask.error());
    return keep(node, picked(node, std::move(x), axis, *mask));
  }
  if (type == "ScatterElements") return scatter_elements(node);
  if (type == "ScatterND") return scatter_rows(node, in(node, 1).shape.back());
  if (type == "GatherND") {
    if (node.integer("batch_dims", 0) != 0) return unsupported(node, "ids without batch dimensions");
    const auto depth = static_cast<std::size_t>(in(node, 1).shape.back());
    auto table = rows_of(node, in(node, 0), depth);
    if (!table) return tl::unexpected<Error>(table.error());
    spmd::Shape count(in(node, 1).shape.begin(), in(node, 1).shape.end() - 1), shape = count;
    const spmd::Shape& x = in(node, 0).shape;
    shape.insert(shape.end(), x.begin() + static_cast<std::ptrdiff_t>(depth), x.end());
    auto found = looked_up(node, *table, leaf(spmd::Role::input, node.name + ".ids", count));
    if (!found) return tl::unexpected<Error>(found.error());
    return keep(node, reshaped(node, std::move(*found), shape));
  }
  done = false;
  return {};
}

/// TopK, and the largest or least along one axis: what is picked by a mask.
OnnxLowering::Done OnnxLowering::keep_largest(const OnnxNode& node) {
  Value x = in(node, 0);
  need_tensor(x, node.inputs[0]);
  const bool one = node.type != "TopK";
  std::vector<int64_t> axes = one ? node.integers("axes") : std::vector<int64_t>{node.integer("axis", -1)};
  std::vector<int64_t> count{1};
  if ((one && axes.empty() && has(node, 1)) || !one) {
    if (!one && !has(node, 1)) return unsupported(node, "a number of choices as an input (operator set 10)");
    const auto read = numbers(node, 1);
    if (!read) return tl::unexpected<Error>(read.error());
    (one ? axes : count) = *read;
  }
  if (axes.size() != 1) return unsupported(node, "the largest along one axis");
  const std::size_t axis = axis_of(axes[0], x.shape.size());
  spmd::Shape shape = x.shape;
  shape[axis] = count.front();
  const std::string mask = mask_of(node.name, shape, x.shape[axis]);
  auto values = picked(node, std::move(x), axis, m_values.at(mask));
  if (!values) return tl::unexpected<Error>(values.error());
  if (one && node.integer("keepdims", 1) == 0) {
    values->shape.erase(values->shape.begin() + static_cast<std::ptrdiff_t>(axis));
    values->dims.erase(values->dims.begin() + static_cast<std::ptrdiff_t>(axis));
  }
  give(node, std::move(*values));
  if (one) return {};
  Value ids = chosen(shape, false);
  if (axis + 1 == shape.size()) ids.mask = mask;
  give(node, std::move(ids), 1);
  return {};
}

/// The mask of ids along `axis` of a value of `shape`, made where there is none yet.
Result<OnnxValue> OnnxLowering::mask_for(const OnnxNode& node, const Value& ids, const spmd::Shape& shape,
                                         std::size_t axis) {
  bool alike = ids.shape.size() == shape.size();
  for (std::size_t d = 0; alike && d < shape.size(); ++d) alike = d == axis || ids.shape[d] == shape[d];
  if (!alike)
    return bad_shape(node, text(ids.shape) + " for " + text(shape),
                     "ids for every row of the other dimensions");
  if (!ids.mask.empty() && axis + 1 == shape.size() && m_values.at(ids.mask).shape.back() == shape[axis])
    return m_values.at(ids.mask);
  return m_values.at(mask_of(node.name, ids.shape, shape[axis]));
}

OnnxLowering::Done OnnxLowering::scatter_elements(const OnnxNode& node) {
  const Value ids = in(node, 1);
  Value data = in(node, 0), updates = in(node, 2);
  const std::size_t axis = axis_of(node.integer("axis", 0), data.shape.size());
  // Whole rows put back by their ids, repeated along the row.
  if (axis == 0 && data.shape.size() == 2 && ids.shape.size() == 2 && ids.shape == updates.shape &&
      ids.shape[1] == data.shape[1] && ids.shape[0] != data.shape[0])
    return scatter_rows(node, 1);
  const std::string reduction = reduction_of(node);
  if (reduction != "none" && reduction != "add") return unsupported(node, "a reduction that adds, or none");
  auto mask = mask_for(node, ids, data.shape, axis);
  if (!mask) return tl::unexpected<Error>(mask.error());
  need_tensor(updates, node.inputs[2]);
  const std::size_t rank = data.shape.size();
  auto spread_out = einsum(node,
                           letters_with(rank, axis, "y") + "," + letters_with(rank, axis, "y") + "z->" +
                               letters_with(rank, axis, "z"),
                           {std::move(updates), *mask});
  if (!spread_out) return tl::unexpected<Error>(spread_out.error());
  return add_to(node, std::move(data), std::move(*spread_out), reduction == "add");
}

/// `data` where nothing was put, or `data` plus what was put; zeros need neither.
OnnxLowering::Done OnnxLowering::add_to(const OnnxNode& node, Value data, Value put, bool adds) {
  const bool zeros = data.known && std::all_of(data.data.begin(), data.data.end(),
                                               [](double value) { return value == 0.0; });
  if (zeros) {
    give(node, std::move(put));
    return {};
  }
  need_tensor(data, node.inputs[0]);
  if (!adds) {
    auto kept =
        binary(node, spmd::Op::contract, data, leaf(spmd::Role::input, node.name + ".untouched", data.shape));
    if (!kept) return tl::unexpected<Error>(kept.error());
    data = std::move(*kept);
  }
  auto sum = binary(node, spmd::Op::add, std::move(data), std::move(put));
  if (!sum) return tl::unexpected<Error>(sum.error());
  give(node, std::move(*sum));
  return {};
}

/// x seen as rows: the first `depth` dimensions are the row, the others what it holds.
Result<OnnxValue> OnnxLowering::rows_of(const OnnxNode& node, Value x, std::size_t depth) {
  need_tensor(x, node.inputs[0]);
  const std::pair<int, std::size_t> key{x.tensor, depth};
  if (const auto known = m_rows.find(key); known != m_rows.end() && known->second.first == x.dims)
    return known->second.second;
  const auto dims = x.dims;
  const int64_t rows = extents_between(x.shape, 0, depth),
                width = extents_between(x.shape, depth, x.shape.size());
  auto seen = reshaped(node, std::move(x), {rows, width});
  if (!seen) return seen;
  for (const std::size_t d : {1U, 0U}) {
    seen = merged(node, std::move(*seen), d);
    if (!seen) return seen;
  }
  if (rows < 2) return unsupported(node, "more than one row to choose from");
  if (width < 2) seen = with_units(node, *seen, {1});
  std::vector<int> order = m_draft.atoms.expand(seen->dims[0]);
  const std::vector<int> columns = m_draft.atoms.expand(seen->dims[1]);
  order.insert(order.end(), columns.begin(), columns.end());
  Value table = ordered(node.name, *seen, order);
  m_rows[key] = {dims, table};
  return table;
}

/// Rows of `table` [rows, width], each an atom, by ids of any shape.
Result<OnnxValue> OnnxLowering::looked_up(const OnnxNode& node, const Value& x, const Value& ids) {
  const std::vector<int> table = physical(x), rows = physical(ids);
  DraftNode made;
  made.op = spmd::Op::embedding;
  made.name = node.name;
  made.atomic = true;
  std::vector<int> like = rows, fresh;
  like.push_back(table[1]);
  Value y;
  y.tensor = new_tensor(node.name, like, fresh);
  std::map<int, int> of_ids, to, renamed;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    of_ids[rows[k]] = to[fresh[k]] = static_cast<int>(k);
    renamed[rows[k]] = fresh[k];
  }
  const auto width = static_cast<int>(rows.size());
  to[fresh.back()] = width;
  y.shape = ids.shape;
  y.shape.push_back(x.shape[1]);
  for (const auto& list : ids.dims) {
    y.dims.emplace_back();
    for (const int atom : m_draft.atoms.expand(list)) y.dims.back().push_back(renamed.at(atom));
  }
  y.dims.push_back({fresh.back()});
  made.inputs = {operand(ids, of_ids), operand(x, {{table[0], width + 1}, {table[1], width}})};
  made.output = operand(y, to);
  made.flops_per_product = 0.0;
  m_draft.add(std::move(made));
  return y;
}

/// Rows put back, or added, where ids of `depth` dimensions say.
OnnxLowering::Done OnnxLowering::scatter_rows(const OnnxNode& node, int64_t depth) {
  const std::string reduction = reduction_of(node);
  if (reduction != "none" && reduction != "add") return unsupported(node, "a reduction that adds, or none");
  Value data = in(node, 0);
  const spmd::Shape whole = data.shape;
  const auto split = static_cast<std::size_t>(depth);
  const int64_t rows = extents_between(whole, 0, split), width = extents_between(whole, split, whole.size());
  if (rows < 1 || width < 1) return bad_shape(node, text(whole), "rows of at least one element");
  const int64_t count = extents_between(in(node, 2).shape, 0, in(node, 2).shape.size()) / width;
  // The rows in one order: elements are numbered along the rows first.
  auto updates = reshaped(node, in(node, 2), {count, width});
  if (!updates) return tl::unexpected<Error>(updates.error());
  OnnxNode of_updates = node;
  of_updates.name += ".rows";
  of_updates.inputs[0] = node.inputs[2];
  auto source = rows_of(of_updates, std::move(*updates), 1);
  if (!source) return tl::unexpected<Error>(source.error());
  const Value ids = leaf(spmd::Role::input, node.name + ".ids", {count});
  const std::vector<int> from = physical(*source), by = physical(ids);
  DraftNode made;
  made.op = spmd::Op::embedding_gradient;
  made.name = node.name;
  made.atomic = true;
  made.flops_per_product = 0.0;
  Value put;
  put.shape = {rows, width};
  std::vector<int> fresh;
  const int row = m_draft.atoms.make(rows);
  put.tensor = new_tensor(node.name, {from[1]}, fresh);
  m_draft.tensors[put.tensor].dims.insert(m_draft.tensors[put.tensor].dims.begin(), row);
  put.dims = {{row}, {fresh[0]}};
  m_draft.atoms.keep_whole(row);
  made.inputs = {operand(*source, {{from[0], 0}, {from[1], 1}}), operand(ids, {{by[0], 0}})};
  made.output = operand(put, {{row, 2}, {fresh[0], 1}});
  m_draft.add(std::move(made));
  auto seen = reshaped(node, std::move(put), whole);
  if (!seen) return tl::unexpected<Error>(seen.error());
  return add_to(node, std::move(data), std::move(*seen), reduction == "add");
}

/// Dimension d, one atom that has to stay whole, taken apart into `outer` times the rest.
Result<OnnxValue> OnnxLowering::unflattened(const OnnxNode& node, Value x, int whole, int64_t outer) {
  std::vector<int> order = m_draft.atoms.real(physical(x));
  std::erase(order, whole);
  order.push_back(whole);
  x = ordered(node.name, x, order);
  const std::vector<int> dims = physical(x);
  const std::size_t kept = dims.size() - 1;
  DraftNode made;
  made.op = spmd::Op::flatten_gradient;
  made.name = node.name + ".unflatten";
  made.axis = static_cast<int>(kept);
  made.flops_per_product = 0.0;
  std::vector<int> fresh;
  Value y = x;
  y.tensor = new_tensor(made.name, {dims.begin(), dims.end() - 1}, fresh);
  const int first = m_draft.atoms.make(outer),
            second = m_draft.atoms.make(x.shape.empty() ? 1 : m_draft.atoms.extent(dims.back()) / outer);
  for (const int part : {first, second}) m_draft.tensors[y.tensor].dims.push_back(part);
  std::map<int, int> from, to, renamed;
  for (std::size_t k = 0; k < kept; ++k) {
    from[dims[k]] = to[fresh[k]] = static_cast<int>(k);
    renamed[dims[k]] = fresh[k];
  }
  const auto label = static_cast<int>(kept);
  from[dims.back()] = label;
  to[first] = label + 1;
  to[second] = label + 2;
  made.locked = {label, label + 1, label + 2};
  for (auto& list : y.dims) {
    std::vector<int> parts;
    for (const int atom : m_draft.atoms.real(list)) {
      if (atom == dims.back())
        parts.insert(parts.end(), {first, second});
      else
        parts.push_back(renamed.at(atom));
    }
    list = std::move(parts);
  }
  made.inputs = {operand(x, from)};
  made.output = operand(y, to);
  m_draft.add(std::move(made));
  return y;
}

}  // namespace astrolabe::onnx
