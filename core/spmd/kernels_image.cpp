// Convolution and pooling, NCHW, on numbers.

#include <algorithm>

#include "core/spmd/kernels.h"

namespace astrolabe::spmd {

namespace {

using std::int64_t;

int64_t at(const Block& block, int64_t a, int64_t b, int64_t c, int64_t d) {
  return ((a * block.shape[1] + b) * block.shape[2] + c) * block.shape[3] + d;
}

/// Calls each(x, w, y) with the places of every product of x, weight and result.
template <class Each>
void for_each_product(const Node& node, const Block& x, const Block& w, const Block& y, const Each& each) {
  const Sliding &rows = node.attributes.rows, &columns = node.attributes.columns;
  const int64_t channels = w.shape[1];  // of one group
  const int64_t groups = channels > 0 ? std::max<int64_t>(x.shape[1] / channels, 1) : 1;
  for (int64_t n = 0; n < y.shape[0]; ++n)
    for (int64_t o = 0; o < y.shape[1]; ++o)
      for (int64_t c = 0; c < channels; ++c)
        for (int64_t u = 0; u < y.shape[2]; ++u)
          for (int64_t k = 0; k < w.shape[2]; ++k) {
            const int64_t row = u * rows.stride + k * rows.dilation - rows.before;
            if (row < 0 || row >= x.shape[2]) continue;
            const int64_t first = o * groups / y.shape[1] * channels;  // channel that the group reads
            const int64_t of_x = at(x, n, first + c, row, 0), of_w = at(w, o, c, k, 0),
                          of_y = at(y, n, o, u, 0);
            for (int64_t l = 0; l < w.shape[3]; ++l)
              for (int64_t v = 0; v < y.shape[3]; ++v) {
                const int64_t column = v * columns.stride + l * columns.dilation - columns.before;
                if (column >= 0 && column < x.shape[3]) each(of_x + column, of_w + l, of_y + v);
              }
          }
}

/// The window of result element i along one dimension: [begin, end) of the input; as many elements count.
struct Window {
  int64_t begin, end, count;
};
Window window_of(const Sliding& sliding, bool counts_padding, int64_t i, int64_t from, int64_t to) {
  if (sliding.window == 0) {  // adaptive
    const int64_t begin = i * from / to, end = ((i + 1) * from + to - 1) / to;
    return {begin, end, end - begin};
  }
  const int64_t at = i * sliding.stride - sliding.before;
  const int64_t begin = std::max<int64_t>(at, 0), end = std::min(at + sliding.window, from);
  return {begin, end, counts_padding ? sliding.window : end - begin};
}

/// One plane element: forward reads x and writes y; backward reads g (of y's shape) and writes to x's.
void pool_window(const Node& node, const Block& x, int64_t plane, Window rows, Window columns, double& value,
                 double g, Eigen::ArrayXd* gradient) {
  const int64_t width = x.shape[3], begin = plane * x.shape[2] * width;
  const bool average = node.op == Op::average_pool || node.op == Op::average_pool_gradient;
  const auto count = static_cast<double>(rows.count * columns.count);
  int64_t best = begin + rows.begin * width + columns.begin;
  for (int64_t row = rows.begin; row < rows.end; ++row)
    for (int64_t column = columns.begin; column < columns.end; ++column) {
      const int64_t place = begin + row * width + column;
      if (average && gradient != nullptr)
        (*gradient)[place] += g / count;
      else if (average)
        value += x.values[place] / count;
      else if (x.values[place] > x.values[best])
        best = place;
    }
  if (average) return;
  if (gradient != nullptr)
    (*gradient)[best] += g;
  else
    value = x.values[best];
}

/// Of the elements before and after the place, the share of the second.
struct Between {
  int64_t first, second;
  double share;
};
Between place_between(Interpolation interpolation, int64_t i, int64_t from, int64_t to) {
  const double factor = static_cast<double>(to) / static_cast<double>(from), at = static_cast<double>(i);
  double place = at / factor;
  if (interpolation == Interpolation::nearest) return {i * from / to, i * from / to, 0.0};
  if (interpolation == Interpolation::half_pixel) place = (at + 0.5) / factor - 0.5;
  if (interpolation == Interpolation::align_ends)
    place = to > 1 ? at * static_cast<double>(from - 1) / static_cast<double>(to - 1) : 0.0;
  place = std::clamp(place, 0.0, static_cast<double>(from - 1));
  const auto first = static_cast<int64_t>(place);
  return {first, std::min(first + 1, from - 1), place - static_cast<double>(first)};
}

}  // namespace

void run_convolution(const Node& node, const Operands& in, std::vector<Block>& results) {
  Eigen::ArrayXd& result = results[0].values;
  const Eigen::ArrayXd &a = in[0]->values, &b = in[1]->values;
  if (node.op == Op::conv2d) {
    for_each_product(node, *in[0], *in[1], results[0],
                     [&](int64_t x, int64_t w, int64_t y) { result[y] += a[x] * b[w]; });
    if (in.size() > 2) {  // bias
      const int64_t plane = results[0].shape[2] * results[0].shape[3];
      for (int64_t i = 0; i < result.size(); ++i) result[i] += in[2]->values[i / plane % results[0].shape[1]];
    }
  } else if (node.op == Op::conv2d_input_gradient) {
    for_each_product(node, results[0], *in[1], *in[0],
                     [&](int64_t x, int64_t w, int64_t y) { result[x] += a[y] * b[w]; });
  } else {
    for_each_product(node, *in[1], results[0], *in[0],
                     [&](int64_t x, int64_t w, int64_t y) { result[w] += a[y] * b[x]; });
  }
}

void run_pool(const Node& node, const Operands& in, std::vector<Block>& results) {
  const bool backward = node.op == Op::max_pool_gradient || node.op == Op::average_pool_gradient;
  const Block& y = backward ? *in[0] : results[0];
  // The average's gradient reads no input: its shape is that of the result.
  const Block& x = node.op == Op::average_pool_gradient ? results[0] : (backward ? *in[1] : *in[0]);
  const Attributes& a = node.attributes;
  double unused = 0.0;
  for (int64_t plane = 0; plane < y.shape[0] * y.shape[1]; ++plane)
    for (int64_t u = 0; u < y.shape[2]; ++u)
      for (int64_t v = 0; v < y.shape[3]; ++v) {
        const int64_t place = (plane * y.shape[2] + u) * y.shape[3] + v;
        pool_window(node, x, plane, window_of(a.rows, a.counts_padding, u, x.shape[2], y.shape[2]),
                    window_of(a.columns, a.counts_padding, v, x.shape[3], y.shape[3]),
                    backward ? unused : results[0].values[place], backward ? y.values[place] : 0.0,
                    backward ? &results[0].values : nullptr);
      }
}

void run_resize(const Node& node, const Block& operand, Block& result) {
  const bool backward = node.op == Op::resize_gradient;
  const Block &small = backward ? result : operand, &large = backward ? operand : result;
  const Interpolation interpolation = node.attributes.interpolation;
  for (int64_t plane = 0; plane < large.shape[0] * large.shape[1]; ++plane)
    for (int64_t u = 0; u < large.shape[2]; ++u) {
      const Between row = place_between(interpolation, u, small.shape[2], large.shape[2]);
      for (int64_t v = 0; v < large.shape[3]; ++v) {
        const Between column = place_between(interpolation, v, small.shape[3], large.shape[3]);
        const int64_t of_large = (plane * large.shape[2] + u) * large.shape[3] + v;
        for (const bool down : {false, true})
          for (const bool right : {false, true}) {
            const int64_t of_small =
                (plane * small.shape[2] + (down ? row.second : row.first)) * small.shape[3] +
                (right ? column.second : column.first);
            const double share =
                (down ? row.share : 1.0 - row.share) * (right ? column.share : 1.0 - column.share);
            result.values[backward ? of_small : of_large] +=
                share * operand.values[backward ? of_large : of_small];
          }
      }
    }
}

}  // namespace astrolabe::spmd
