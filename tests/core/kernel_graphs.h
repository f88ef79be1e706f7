#pragma once
// Graphs of operators that the benchmark models have not, each small enough to be executed.

#include <vector>

#include "core/spmd/backward.h"
#include "core/spmd/graph_parts.h"

namespace astrolabe::tests {

/// Every function of one variable, softmax, parts and places.
inline spmd::Graph function_graph() {
  using namespace spmd;
  Parts parts("functions", false);
  GraphBuilder& builder = parts.builder();
  TensorId x = parts.linear("first", parts.input("x", {4, 5}), 6);
  const auto apply = [&](Function function, TensorId to) {
    Attributes attributes;
    attributes.function = function;
    return builder.add(Op::function, to_string(function), {to}, builder.shape(to), "bs->bs", 1.0, attributes);
  };
  TensorId sum = builder.add(Op::softmax, "softmax", {x}, {4, 6}, "bS->bS", 1.0);
  for (const Function function :
       {Function::tanh, Function::erf, Function::square, Function::silu, Function::absolute, Function::exp})
    sum = parts.add(sum, apply(function, x));
  const TensorId positive = apply(Function::exp, x);
  for (const Function function : {Function::log, Function::sqrt, Function::reciprocal})
    sum = parts.add(sum, apply(function, positive));
  Attributes bends;
  bends.factor = 0.3;
  bends.offset = 0.4;
  bends.low = -0.6;
  bends.high = 0.7;
  for (const Function function : {Function::clip, Function::hard_sigmoid, Function::hard_swish,
                                  Function::leaky_relu, Function::elu, Function::softplus}) {
    bends.function = function;
    sum = parts.add(sum, builder.add(Op::function, to_string(function), {x}, {4, 6}, "bs->bs", 4.0, bends));
  }
  sum = parts.add(sum, parts.gelu(parts.scale(x, 0.7)));
  sum = parts.add(sum, builder.add(Op::sigmoid, "sigmoid", {x}, {4, 6}, "bs->bs", 1.0));
  Attributes attributes;
  attributes.axis = 1;
  attributes.begin = 2;
  const TensorId part = builder.add(Op::part, "part", {sum}, {4, 3}, "bS->bT", 0.0, attributes);
  const TensorId place = builder.add(Op::place, "place", {part}, {4, 6}, "bT->bS", 0.0, attributes);
  sum = builder.add(Op::layer_norm, "gained", {sum, parts.parameter("gain", {6})}, {4, 6}, "bH,H->bH", 8.0);
  const TensorId wide = parts.contract("wide", "bs,zfs->bzf", parts.rms_norm("norm", parts.add(sum, place)),
                                       parts.parameter("wide.weight", {2, 3, 6}));
  const TensorId gated = builder.add(Op::gated_silu, "gated", {wide}, {4, 3}, "bZf->bf", 1.0);
  const TensorId loss = parts.sum(gated);
  return *with_backward(std::move(parts).finish(loss, 4.0));
}

/// Convolutions in groups of two channels, of one channel each, and with a dilation of 2 under a stride of 2.
inline spmd::Graph convolution_graph() {
  using namespace spmd;
  Parts parts("convolutions", false);
  GraphBuilder& builder = parts.builder();
  Attributes attributes;
  attributes.rows.before = attributes.rows.after = 1;
  attributes.columns = attributes.rows;
  const TensorId x = parts.conv2d(parts.input("image", {2, 3, 6, 6}), 4, 3);
  const TensorId pairs = builder.add(Op::conv2d, "pairs", {x, parts.parameter("pairs.weight", {6, 2, 3, 3})},
                                     {2, 6, 6, 6}, "nCXY,ODKL->nOUV", 1.0, attributes);
  const TensorId single =
      builder.add(Op::conv2d, "single", {pairs, parts.parameter("single.weight", {6, 1, 3, 3})}, {2, 6, 6, 6},
                  "ncXY,c.KL->ncUV", 1.0, attributes);
  attributes.rows = attributes.columns = {0, 2, 2, 2, 2};
  const TensorId wide =
      builder.add(Op::conv2d, "wide", {single, parts.parameter("wide.weight", {5, 6, 3, 3})}, {2, 5, 3, 3},
                  "ncXY,ocKL->noUV", 1.0, attributes);
  const TensorId loss = parts.sum(parts.gelu(wide));
  return *with_backward(std::move(parts).finish(loss, 2.0));
}

/// Kernels, windows and zeros of their own for rows and columns, averages that count zeros and not, three
/// ways to twice and three times the size, all side by side.
inline spmd::Graph image_graph() {
  using namespace spmd;
  Parts parts("images", false);
  GraphBuilder& builder = parts.builder();
  Attributes a;
  a.rows = {0, 2, 1, 0, 1};
  a.columns = {0, 1, 2, 2, 2};
  const TensorId x = builder.add(Op::conv2d, "rectangle",
                                 {parts.conv2d(parts.input("image", {2, 3, 6, 6}), 4, 3),
                                  parts.parameter("rectangle.weight", {4, 4, 2, 3})},
                                 {2, 4, 3, 6}, "ncXY,ocKL->noUV", 1.0, a);
  std::vector<TensorId> all;
  a.rows = {2, 1, 1, 1, 0};
  a.columns = {3, 2, 1, 1, 1};
  all.push_back(builder.add(Op::max_pool, "most", {x}, {2, 4, 3, 3}, "ncXY->ncUV", 1.0, a));
  for (const bool counts : {false, true}) {
    a.counts_padding = counts;
    all.push_back(builder.add(Op::average_pool, "mean", {x}, {2, 4, 3, 3}, "ncXY->ncUV", 1.0, a));
  }
  a.axis = 1;
  const TensorId joined =
      builder.add(Op::concat, "joined", all, {2, 12, 3, 3}, "nCXY,nDXY,nEXY->nFXY", 0.0, a);
  TensorId sum = -1;
  for (const Interpolation way : {Interpolation::nearest, Interpolation::half_pixel,
                                  Interpolation::align_ends, Interpolation::from_corner}) {
    a.interpolation = way;
    const TensorId larger = builder.add(Op::resize, "larger", {joined}, {2, 12, 6, 9}, "ncXY->ncUV", 1.0, a);
    sum = sum < 0 ? parts.gelu(larger) : parts.add(sum, parts.gelu(parts.scale(larger, 0.5)));
  }
  return *with_backward(std::move(parts).finish(parts.sum(sum), 2.0));
}

}  // namespace astrolabe::tests
