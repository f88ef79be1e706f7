// Convolutions and pools of ONNX files.

#include <algorithm>
#include <functional>

#include "core/spmd/onnx_lowering.h"

namespace astrolabe::spmd {

using std::int64_t;

Result<OnnxValue> OnnxLowering::image(const OnnxNode& node, Value x) {
  need_tensor(x, node.name);
  if (x.shape.size() != 4)
    return unsupported(node, "images of four dimensions (samples, channels, rows, columns)");
  std::vector<int> order;
  for (std::size_t d = 0; d < 4; ++d) {
    auto whole = merged(node, std::move(x), d);
    if (!whole) return whole;
    x = std::move(*whole);
  }
  bool missing = false;
  for (std::size_t d = 0; d < 4; ++d) {
    const std::vector<int> atoms = m_draft.atoms.expand(x.dims[d]);
    missing = missing || atoms.size() != 1;
    order.insert(order.end(), atoms.begin(), atoms.end());
  }
  if (!missing) return ordered(node.name, x, order);
  return unsupported(node, "images of at least two samples (batch and channels above 1)");
}

Result<OnnxValue> OnnxLowering::convolution(const OnnxNode& node) {
  auto x = image(node, in(node, 0)), w = image(node, in(node, 1));
  if (!x) return x;
  if (!w) return w;
  const auto all_equal = [](const std::vector<int64_t>& list) {
    return std::adjacent_find(list.begin(), list.end(), std::not_equal_to<>()) == list.end();
  };
  const std::vector<int64_t> strides = node.integers("strides"), pads = node.integers("pads");
  const std::vector<int64_t> dilations = node.integers("dilations");
  const std::string padding_kind = node.has("auto_pad") ? node.attributes.at("auto_pad").text : "NOTSET";
  if (!all_equal(strides) || !all_equal(pads) || !all_equal(dilations) || w->shape[2] != w->shape[3] ||
      (padding_kind != "NOTSET" && padding_kind != "VALID"))
    return unsupported(node, "a convolution with a square kernel, equal strides, pads and dilations");
  const int64_t groups = node.integer("group", 1);
  const bool by_channel = groups > 1 && groups == x->shape[1] && groups == w->shape[0];
  const bool fits = groups > 0 && x->shape[1] == groups * w->shape[1] && w->shape[0] % groups == 0 &&
                    (groups == 1  ? m_draft.atoms.unify(x->dims[1], w->dims[1])
                     : by_channel ? m_draft.atoms.unify(x->dims[1], w->dims[0])
                                  : true);
  if (!fits)
    return bad_shape(node, text(x->shape) + " and " + text(w->shape), "as many channels as the kernel reads");
  DraftNode made;
  made.op = Op::conv2d;
  made.name = node.name;
  made.attributes.stride = strides.empty() ? 1 : static_cast<int>(strides[0]);
  made.attributes.padding = pads.empty() ? 0 : static_cast<int>(pads[0]);
  made.attributes.window = static_cast<int>(w->shape[2]);
  made.attributes.dilation = dilations.empty() ? 1 : static_cast<int>(dilations[0]);
  const int64_t reach = made.attributes.dilation * (w->shape[2] - 1) + 1;  // of the kernel
  const std::vector<int> a = physical(*x), b = physical(*w);
  Value y;
  y.shape = {x->shape[0], w->shape[0]};
  for (const std::size_t d : {2U, 3U})
    y.shape.push_back(
        (x->shape[d] + std::int64_t{2} * made.attributes.padding - reach) / made.attributes.stride + 1);
  if (y.shape[2] < 1 || y.shape[3] < 1)
    return bad_shape(node, text(x->shape), "an image as large as the kernel");
  std::vector<int> fresh;
  y.tensor = new_tensor(node.name, {a[0], b[0]}, fresh);
  for (const std::size_t d : {2U, 3U}) {
    fresh.push_back(m_draft.atoms.make(y.shape[d]));
    m_draft.tensors[y.tensor].dims.push_back(fresh.back());
  }
  for (const int atom : fresh) y.dims.push_back({atom});
  // n 0, c 1, h 2, w 3, o 4, k 5, l 6, u 7, v 8, channels of a group 9. Groups of one channel and one result
  // are split with it; what a part of wider ones reads would depend on where it is cut.
  const int channel = by_channel ? 4 : 1, of_group = groups == 1 ? 1 : 9;
  made.inputs = {operand(*x, {{a[0], 0}, {a[1], channel}, {a[2], 2}, {a[3], 3}}),
                 operand(*w, {{b[0], 4}, {b[1], of_group}, {b[2], 5}, {b[3], 6}})};
  made.output = operand(y, {{fresh[0], 0}, {fresh[1], 4}, {fresh[2], 7}, {fresh[3], 8}});
  made.locked = {2, 3, 5, 6, 7, 8};
  if (groups > 1 && !by_channel) made.locked.insert(made.locked.end(), {1, 4, 9});
  made.atomic = true;
  // Products: samples, results, channels of a group, kernel, image of the result; what is read does not
  // count.
  const int64_t read = x->shape[2] * x->shape[3] * (channel != of_group && !by_channel ? x->shape[1] : 1);
  made.flops_per_product = 2.0 / static_cast<double>(read);
  m_draft.nodes.push_back(std::move(made));
  if (!has(node, 2)) return y;
  Value bias = in(node, 2);
  need_tensor(bias, node.inputs[2]);
  bias.shape.insert(bias.shape.end(), 2, 1);
  bias.dims.resize(3);
  return binary(node, Op::add, y, bias);
}

Result<OnnxValue> OnnxLowering::pool(const OnnxNode& node, Op op, int64_t rows, int64_t columns,
                                     Attributes attributes) {
  auto x = image(node, in(node, 0));
  if (!x) return x;
  DraftNode made;
  made.op = op;
  made.name = node.name;
  made.attributes = attributes;
  made.atomic = true;
  made.locked = {2, 3, 4, 5};
  const std::vector<int> a = physical(*x);
  Value y;
  y.shape = {x->shape[0], x->shape[1], rows, columns};
  std::vector<int> fresh;
  y.tensor = new_tensor(node.name, {a[0], a[1]}, fresh);
  for (const int64_t extent : {rows, columns}) {
    fresh.push_back(m_draft.atoms.make(extent));
    m_draft.tensors[y.tensor].dims.push_back(fresh.back());
  }
  for (const int atom : fresh) y.dims.push_back({atom});
  made.inputs = {operand(*x, {{a[0], 0}, {a[1], 1}, {a[2], 2}, {a[3], 3}})};
  made.output = operand(y, {{fresh[0], 0}, {fresh[1], 1}, {fresh[2], 4}, {fresh[3], 5}});
  made.flops_per_product = 1.0 / static_cast<double>(rows * columns);
  m_draft.nodes.push_back(std::move(made));
  return y;
}

/// Zeros around a value; exporters also write pads of nothing before pools.
OnnxLowering::Done OnnxLowering::padded(const OnnxNode& node) {
  Value x = in(node, 0);
  std::vector<int64_t> pads = node.integers("pads");
  if (pads.empty() && has(node, 1)) {
    const auto read = numbers(node, 1);
    if (!read) return tl::unexpected<Error>(read.error());
    pads = *read;
  }
  const bool constant = !node.has("mode") || node.attributes.at("mode").text == "constant";
  const bool zero = node.real("value", 0.0) == 0.0 &&
                    (!has(node, 2) || (in(node, 2).is_scalar() && in(node, 2).data[0] == 0.0));
  const std::size_t rank = x.shape.size();
  if (pads.size() != 2 * rank || has(node, 3))
    return bad_shape(node, std::to_string(pads.size()) + " pads", "two for each dimension");
  for (std::size_t d = 0; d < rank; ++d) {
    if (pads[d] == 0 && pads[d + rank] == 0) continue;
    if (!constant || !zero || pads[d] < 0 || pads[d + rank] < 0) return unsupported(node, "pads of zeros");
    need_tensor(x, node.inputs[0]);
    const int64_t extent = pads[d] + x.shape[d] + pads[d + rank];
    auto wider = placed(node, node.name + "." + std::to_string(d), std::move(x), d, pads[d], extent);
    if (!wider) return tl::unexpected<Error>(wider.error());
    x = std::move(*wider);
  }
  give(node, std::move(x));
  return {};
}

OnnxLowering::Done OnnxLowering::lower_image(const OnnxNode& node, bool& done) {
  done = true;
  const std::string& type = node.type;
  if (type == "Conv") return keep(node, convolution(node));
  if (type == "GlobalAveragePool") return keep(node, pool(node, Op::average_pool, 1, 1, {}));
  if (type == "Pad") return padded(node);
  if (type != "MaxPool" && type != "AveragePool") {
    done = false;
    return {};
  }
  const Value& x = in(node, 0);
  const std::vector<int64_t> kernel = node.integers("kernel_shape"), pads = node.integers("pads");
  std::vector<int64_t> strides = node.integers("strides");
  if (kernel.size() != 2 || x.shape.size() != 4) return unsupported(node, "a pool over rows and columns");
  if (strides.empty()) strides = {1, 1};
  const int64_t padding = pads.empty() ? 0 : pads[0];
  const bool even = kernel[0] == kernel[1] && strides[0] == strides[1] && node.integer("ceil_mode", 0) == 0 &&
                    std::all_of(pads.begin(), pads.end(), [&](int64_t pad) { return pad == padding; });
  if (!even) return unsupported(node, "a pool with a square window, equal strides and pads, rounded down");
  const auto result = [&](std::size_t d) { return (x.shape[d] + 2 * padding - kernel[0]) / strides[0] + 1; };
  if (kernel[0] == 1 && strides[0] == 1) return keep(node, x);
  if (type == "AveragePool") {
    if (padding != 0 || kernel[0] != strides[0] || x.shape[2] % kernel[0] != 0 || x.shape[3] % kernel[0] != 0)
      return unsupported(node, "an average over windows that lie side by side");
    return keep(node, pool(node, Op::average_pool, result(2), result(3), {}));
  }
  if (strides[0] == 1) return unsupported(node, "a pool with strides above 1");
  Attributes attributes;
  attributes.window = static_cast<int>(kernel[0]);
  attributes.stride = static_cast<int>(strides[0]);
  attributes.padding = static_cast<int>(padding);
  return keep(node, pool(node, Op::max_pool, result(2), result(3), attributes));
}

}  // namespace astrolabe::spmd
