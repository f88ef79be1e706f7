// Convolutions and pools of ONNX files.

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/onnx/lowering.h"

namespace astrolabe::onnx {

using std::int64_t;

Result<OnnxValue> OnnxLowering::image(const OnnxNode& node, Value x) {
  need_tensor(x, node.name);
  if (x.shape.size() != 4)
    return unsupported(
        node, "images of four dimensions (samples, channels, rows, columns), or of three in convolutions");
  auto apart = spread(node, std::move(x));
  if (!apart) return apart;
  x = std::move(*apart);
  std::vector<std::size_t> units;
  bool missing = false;
  for (std::size_t d = 0; d < 4; ++d) {
    auto whole = merged(node, std::move(x), d);
    if (!whole) return whole;
    x = std::move(*whole);
    if (x.shape[d] == 1) units.push_back(d);
  }
  for (const std::size_t d : units) missing = missing || m_draft.atoms.expand(x.dims[d]).size() != 1;
  if (missing) x = with_units(node, x, units);
  std::vector<int> order;
  for (const auto& list : x.dims) {
    const std::vector<int> atoms = m_draft.atoms.expand(list);
    order.insert(order.end(), atoms.begin(), atoms.end());
  }
  return ordered(node.name, x, order);
}

Result<spmd::Sliding> OnnxLowering::sliding(const OnnxNode& node, std::size_t d, int64_t extent,
                                            int64_t window) {
  const std::vector<int64_t> strides = node.integers("strides"), dilations = node.integers("dilations"),
                             pads = node.integers("pads");
  const std::string padding = node.has("auto_pad") ? node.attributes.at("auto_pad").text : "NOTSET";
  constexpr int64_t kMost = 1 << 20;
  spmd::Sliding result;
  const int64_t stride = d < strides.size() ? strides[d] : 1,
                dilation = d < dilations.size() ? dilations[d] : 1;
  int64_t before = 0, after = 0;
  if (stride < 1 || dilation < 1 || window < 1 || stride > kMost || dilation > kMost || window > kMost)
    return bad_shape(node, "a step or window of " + std::to_string(std::min({stride, dilation, window})),
                     "steps and windows from 1 to " + std::to_string(kMost));
  const int64_t reach = dilation * (window - 1) + 1;
  if (padding.starts_with("SAME")) {
    const int64_t total =
        std::max<int64_t>(((extent + stride - 1) / stride - 1) * stride + reach - extent, 0);
    before = padding == "SAME_LOWER" ? total - total / 2 : total / 2;
    after = total - before;
  } else if (padding == "NOTSET" && 2 * d + 1 < 2 * pads.size() && pads.size() % 2 == 0) {
    before = pads[d];
    after = pads[d + pads.size() / 2];
  }
  if (before < 0 || after < 0 || before > kMost || after > kMost)
    return bad_shape(node, "pads of " + std::to_string(before) + " and " + std::to_string(after),
                     "pads from 0 to " + std::to_string(kMost));
  const int64_t span = extent + before + after - reach;
  if (span < 0)
    return bad_shape(node, "an extent of " + std::to_string(extent), "an image as large as the kernel");
  if (node.integer("ceil_mode", 0) != 0) {
    // One window more where one begins in the image or before it.
    int64_t count = (span + stride - 1) / stride + 1;
    if ((count - 1) * stride >= extent + before) --count;
    after = std::max(after, (count - 1) * stride + reach - extent - before);
  }
  result.window = static_cast<int>(window);
  result.stride = static_cast<int>(stride);
  result.dilation = static_cast<int>(dilation);
  result.before = static_cast<int>(before);
  result.after = static_cast<int>(after);
  return result;
}

/// Results along an extent.
static int64_t steps_along(const spmd::Sliding& sliding, int64_t extent) {
  const int64_t reach = int64_t{sliding.dilation} * (sliding.window - 1) + 1;
  return (extent + sliding.before + sliding.after - reach) / sliding.stride + 1;
}

/// Over one dimension it is that of an image of one row.
Result<OnnxValue> OnnxLowering::convolution(const OnnxNode& node) {
  Value x = in(node, 0), w = in(node, 1);
  if (x.shape.size() != 3 || w.shape.size() != 3) return convolution(node, std::move(x), std::move(w), 0);
  need_tensor(x, node.name);
  need_tensor(w, node.inputs[1]);
  for (Value* value : {&x, &w}) {
    value->shape.insert(value->shape.begin() + 2, 1);
    value->dims.insert(value->dims.begin() + 2, std::vector<int>{});
  }
  auto y = convolution(node, std::move(x), std::move(w), 1);
  if (!y) return y;
  const spmd::Shape shape{y->shape[0], y->shape[1], y->shape[3]};
  return reshaped(node, std::move(*y), shape);
}

/// An image with the bias of each of its channels, where there is one.
Result<OnnxValue> OnnxLowering::with_bias(const OnnxNode& node, const Value& y) {
  return has(node, 2) ? binary(node, spmd::Op::add, y, per_channel(node, 2, y.shape.size())) : y;
}

/// `added`: leading dimensions of the image that the node's attributes do not know.
Result<OnnxValue> OnnxLowering::convolution(const OnnxNode& node, Value of_x, Value of_w, std::size_t added) {
  if (of_w.shape.size() == 4 && of_x.shape.size() == 4 && node.integer("group", 1) == 1 &&
      of_x.shape[2] * of_x.shape[3] * of_w.shape[2] * of_w.shape[3] == 1) {  // of pooled channels
    auto y = einsum(node, "nchw,ockl->nohw", {of_x, of_w});
    return y ? with_bias(node, *y) : y;
  }
  auto x = image(node, std::move(of_x)), w = image(node, std::move(of_w));
  if (!x) return x;
  if (!w) return w;
  const int64_t groups = node.integer("group", 1);
  const bool by_channel = groups > 1 && groups == x->shape[1] && groups == w->shape[0];
  const bool fits = groups > 0 && x->shape[1] == groups * w->shape[1] && w->shape[0] % groups == 0 &&
                    (groups == 1  ? m_draft.atoms.unify(x->dims[1], w->dims[1])
                     : by_channel ? m_draft.atoms.unify(x->dims[1], w->dims[0])
                                  : true);
  if (!fits)
    return bad_shape(node, text(x->shape) + " and " + text(w->shape), "as many channels as the kernel reads");
  DraftNode made;
  made.op = spmd::Op::conv2d;
  made.name = node.name;
  for (const auto& [side, d] :
       {std::pair{&made.attributes.rows, 2U}, std::pair{&made.attributes.columns, 3U}}) {
    if (d - 2 < added) {
      *side = {1, 1, 1, 0, 0};
      continue;
    }
    const auto over = sliding(node, d - 2 - added, x->shape[d], w->shape[d]);
    if (!over) return tl::unexpected<Error>(over.error());
    *side = *over;
  }
  const std::vector<int> a = physical(*x), b = physical(*w);
  Value y;
  y.shape = {x->shape[0], w->shape[0]};
  y.shape.push_back(steps_along(made.attributes.rows, x->shape[2]));
  y.shape.push_back(steps_along(made.attributes.columns, x->shape[3]));
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
  m_draft.add(std::move(made));
  return with_bias(node, y);
}

Result<OnnxValue> OnnxLowering::pool(const OnnxNode& node, spmd::Op op, int64_t rows, int64_t columns,
                                     spmd::Attributes attributes) {
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
  m_draft.add(std::move(made));
  return y;
}

/// Zeros around a value; exporters also write pads of nothing before pools.
OnnxLowering::Done OnnxLowering::padded(const OnnxNode& node) {
  Value x = in(node, 0);
  const auto listed = numbers_of(node, "pads");
  if (!listed) return tl::unexpected<Error>(listed.error());
  const std::vector<int64_t>& pads = *listed;
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
  if (type == "GlobalAveragePool") return keep(node, pool(node, spmd::Op::average_pool, 1, 1, {}));
  if (type == "Pad") return padded(node);
  if (type == "MaxPool" || type == "AveragePool") return lower_pool(node);
  if (type == "Resize" || type == "Upsample") return keep(node, resize(node));
  done = false;
  return {};
}

OnnxLowering::Done OnnxLowering::lower_pool(const OnnxNode& node) {
  const Value& x = in(node, 0);
  const std::vector<int64_t> kernel = node.integers("kernel_shape");
  if (kernel.size() != 2 || x.shape.size() != 4) return unsupported(node, "a pool over rows and columns");
  spmd::Attributes attributes;
  spmd::Shape shape;
  for (const auto& [side, d] : {std::pair{&attributes.rows, 2U}, std::pair{&attributes.columns, 3U}}) {
    const auto over = sliding(node, d - 2, x.shape[d], kernel[d - 2]);
    if (!over) return tl::unexpected<Error>(over.error());
    if (over->dilation != 1) return unsupported(node, "a pool without dilation");
    // Each window has an element of the image in it.
    if (over->before >= over->window || over->after >= over->window)
      return unsupported(node, "a pool whose pads are shorter than its window");
    *side = *over;
    shape.push_back(steps_along(*over, x.shape[d]));
  }
  if (kernel[0] * kernel[1] == 1 && attributes.rows.stride * attributes.columns.stride == 1)
    return keep(node, x);
  if (node.type == "MaxPool")
    return keep(node, pool(node, spmd::Op::max_pool, shape[0], shape[1], attributes));
  attributes.counts_padding = node.integer("count_include_pad", 0) != 0;
  if (attributes.counts_padding && node.integer("ceil_mode", 0) != 0)
    return unsupported(node, "an average that counts its pads, rounded down");
  // Windows side by side that cover the image: as an adaptive average.
  if (shape[0] * kernel[0] == x.shape[2] && shape[1] * kernel[1] == x.shape[3] &&
      attributes.rows.stride == kernel[0] && attributes.columns.stride == kernel[1])
    attributes = {};
  return keep(node, pool(node, spmd::Op::average_pool, shape[0], shape[1], attributes));
}

Result<OnnxValue> OnnxLowering::resize(const OnnxNode& node) {
  const Value& x = in(node, 0);
  if (x.shape.size() != 4) return unsupported(node, "images of four dimensions");
  const auto word = [&](const char* key, const char* otherwise) {
    return node.has(key) ? node.attributes.at(key).text : std::string(otherwise);
  };
  // Sizes, or factors, among the inputs; operator sets before 10 have the factors as an attribute or second.
  const bool is_new = node.type == "Resize" && m_model.opset > 10;
  std::vector<double> factors;
  for (const std::size_t i : {is_new ? 2U : 1U, 3U}) {
    if (!has(node, i) || !factors.empty()) continue;
    const Value& given = in(node, i);
    if (given.shape.size() == 1 && given.shape[0] == 0) continue;
    // Real numbers of a file count as weights until they are read like this.
    const auto stored = m_model.weights.find(node.inputs[i]);
    const bool is_stored = stored != m_model.weights.end() && stored->second.has_values;
    if (!given.known && !is_stored)
      return bad_shape(node, node.inputs[i] + ", which is computed from data", "constant numbers");
    const std::vector<double>& data = given.known ? given.data : stored->second.values;
    for (std::size_t d = 0; d < data.size() && d < 4; ++d)
      factors.push_back(i == 3 ? data[d] / static_cast<double>(x.shape[d]) : data[d]);
  }
  const bool whole = factors.size() == 4 && factors[0] == 1.0 && factors[1] == 1.0 &&
                     std::all_of(factors.begin(), factors.end(), [](double factor) {
                       return factor >= 1.0 && factor <= 4096.0 && factor == std::floor(factor);
                     });
  if (!whole) return unsupported(node, "rows and columns multiplied by whole numbers");
  if (factors[2] * factors[3] == 1.0) return x;
  const std::string mode = word("mode", "nearest");
  const std::string where = word("coordinate_transformation_mode", is_new ? "half_pixel" : "asymmetric");
  const std::string rounded = word("nearest_mode", is_new ? "round_prefer_floor" : "floor");
  spmd::Attributes attributes;
  if (mode == "nearest") {
    const bool down = (where == "asymmetric" && rounded == "floor") ||
                      (where == "half_pixel" && rounded.starts_with("round_"));
    if (!down) return unsupported(node, "the nearest element of asymmetric places, rounded down");
  } else if (mode != "linear" && mode != "bilinear") {
    return unsupported(node, "nearest or linear");
  } else if (where == "half_pixel" || where == "pytorch_half_pixel") {
    attributes.interpolation = spmd::Interpolation::half_pixel;
  } else if (where == "align_corners") {
    attributes.interpolation = spmd::Interpolation::align_ends;
  } else if (where == "asymmetric") {
    attributes.interpolation = spmd::Interpolation::from_corner;
  } else {
    return unsupported(node, "half_pixel, align_corners or asymmetric");
  }
  const auto times = [&](std::size_t d) { return x.shape[d] * static_cast<int64_t>(factors[d]); };
  return pool(node, spmd::Op::resize, times(2), times(3), attributes);
}

}  // namespace astrolabe::onnx
