// Tensors of ONNX files in other shapes: sums over dimensions, reshapes, broadcasts.

#include <algorithm>

#include "core/onnx/lowering.h"

namespace astrolabe::onnx {

using std::int64_t;

namespace {

double product_of(const spmd::Shape& shape) {
  double product = 1.0;
  for (const int64_t extent : shape) product *= static_cast<double>(extent);
  return product;
}

}  // namespace

Result<OnnxValue> OnnxLowering::reduced(const OnnxNode& node, const Value& x, const std::vector<bool>& away,
                                        bool keep) {
  DraftNode made;
  made.op = spmd::Op::reduce_sum;
  made.name = node.name;
  std::map<int, int> from, to;
  std::vector<int> like, fresh;
  std::map<int, int> renamed;
  const std::vector<int> dims = m_draft.atoms.real(physical(x));
  for (std::size_t k = 0; k < dims.size(); ++k) from[dims[k]] = static_cast<int>(k);
  for (const int atom : dims)
    for (std::size_t d = 0; d < x.shape.size(); ++d) {
      const std::vector<int> list = m_draft.atoms.real(x.dims[d]);
      if (!away[d] && std::find(list.begin(), list.end(), atom) != list.end()) like.push_back(atom);
    }
  Value y;
  y.tensor = new_tensor(node.name, like, fresh);
  for (std::size_t k = 0; k < like.size(); ++k) {
    to[fresh[k]] = from.at(like[k]);
    renamed[like[k]] = fresh[k];
  }
  for (std::size_t d = 0; d < x.shape.size(); ++d) {
    if (away[d] && !keep) continue;
    y.shape.push_back(away[d] ? 1 : x.shape[d]);
    y.dims.emplace_back();
    if (away[d]) continue;
    for (const int atom : m_draft.atoms.real(x.dims[d])) y.dims.back().push_back(renamed.at(atom));
  }
  made.inputs = {operand(x, from)};
  made.output = operand(y, to);
  m_draft.add(std::move(made));
  return y;
}

Result<OnnxValue> OnnxLowering::spread(const OnnxNode& node, Value x) {
  spmd::Shape ones(x.shape.size(), 1);
  bool is_broadcast = false;
  for (std::size_t d = 0; d < x.shape.size(); ++d)
    if (x.shape[d] > 1 && m_draft.atoms.real(x.dims[d]).empty()) {
      ones[d] = x.shape[d];
      is_broadcast = true;
    }
  if (!is_broadcast) return x;
  return binary(node, spmd::Op::contract, std::move(x),
                leaf(spmd::Role::constant, node.name + ".ones", ones));
}

Result<OnnxValue> OnnxLowering::reshaped(const OnnxNode& node, Value x, const spmd::Shape& shape) {
  if (product_of(shape) != product_of(x.shape))
    return bad_shape(node, text(x.shape) + " to " + text(shape), "as many elements as before");
  if (x.tensor < 0) {
    x.shape = shape;
    return x;
  }
  auto whole = spread(node, std::move(x));
  if (!whole) return whole;
  x = std::move(*whole);
  std::vector<int> left;
  for (std::size_t d = 0; d < x.shape.size(); ++d) {
    const std::vector<int> list = m_draft.atoms.real(x.dims[d]);
    left.insert(left.end(), list.begin(), list.end());
  }
  Value y = x;
  y.shape = shape;
  y.dims.assign(shape.size(), {});
  for (std::size_t d = 0; d < shape.size(); ++d) {
    int64_t missing = shape[d];
    while (missing > 1) {
      if (left.empty())
        return bad_shape(node, text(x.shape) + " to " + text(shape), "as many elements as before");
      const int64_t extent = m_draft.atoms.extent(left.front());
      if (extent > missing) {
        if (m_draft.atoms.is_kept_whole(left.front())) {
          if (extent % missing != 0)
            return unsupported(node,
                               "a reshape of " + text(x.shape) + " that splits or joins whole dimensions");
          auto apart = unflattened(node, std::move(x), left.front(), missing);
          return apart ? reshaped(node, std::move(*apart), shape) : apart;
        }
        if (!m_draft.atoms.split(left.front(), missing))
          return unsupported(node,
                             "a reshape of " + text(x.shape) + " that splits or joins whole dimensions");
        left = m_draft.atoms.real(left);
        continue;
      }
      if (extent < 1 || missing % extent != 0)
        return unsupported(node, "a reshape of " + text(x.shape) + " that splits or joins whole dimensions");
      y.dims[d].push_back(left.front());
      left.erase(left.begin());
      missing /= extent;
    }
  }
  return fewer_dimensions(node, std::move(y));
}

Result<OnnxValue> OnnxLowering::fewer_dimensions(const OnnxNode& node, Value x) {
  constexpr std::size_t kMany = 5;
  std::size_t atoms = 0;
  for (const auto& list : x.dims) atoms += m_draft.atoms.real(list).size();
  if (atoms <= kMany) return x;
  // Samples come first and may still be split.
  const spmd::Shape shape = x.shape;
  std::vector<std::vector<int>> apart(1);
  x.shape.assign(1, 1);
  for (const auto& list : x.dims) {
    std::vector<int> rest = m_draft.atoms.real(list);
    if (apart.size() == 1 && !rest.empty()) {
      apart[0] = {rest.front()};
      x.shape[0] = m_draft.atoms.extent(rest.front());
      rest.erase(rest.begin());
    }
    x.shape.push_back(shape[apart.size() - 1] / (apart.size() == 1 ? x.shape[0] : 1));
    apart.push_back(std::move(rest));
  }
  x.dims = std::move(apart);
  for (std::size_t d = 1; d < x.dims.size(); ++d) {
    auto whole = merged(node, std::move(x), d);
    if (!whole) return whole;
    x = std::move(*whole);
  }
  Value y = x;
  y.shape = shape;
  y.dims.assign(x.dims.begin() + 1, x.dims.end());
  if (!x.dims[0].empty()) {
    y.dims[0] = x.dims[0];
    y.dims[0].insert(y.dims[0].end(), x.dims[1].begin(), x.dims[1].end());
  }
  return y;
}

}  // namespace astrolabe::onnx
