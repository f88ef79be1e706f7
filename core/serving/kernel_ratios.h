#pragma once
// What measured kernels take over their forms, by shape: medians on grids (resources/serving/ratios.json).
// They never fall faster along tokens than the forms grow, so that a step of more tokens is not shorter.

#include <array>
#include <cmath>
#include <cstddef>

#include "core/serving/data_type.h"
#include "core/serving/engine.h"
#include "core/serving/machine.h"

namespace astrolabe::serving {

/// Between points `index` and `index` + 1 of a grid, `weight` of the way.
struct GridPlace {
  std::size_t index = 0;
  double weight = 0.0;
};

template <std::size_t N>
double value_at(const std::array<double, N>& values, GridPlace place) {
  return values[place.index] + place.weight * (values[place.index + 1] - values[place.index]);
}

/// Rows of a product: 1 to 256, then nothing is known and the ratio goes to 1 at 2,048.
inline constexpr std::array kRowGrid{1.0,  2.0,  4.0,   8.0,   16.0,  32.0,  48.0,
                                     64.0, 96.0, 128.0, 192.0, 256.0, 2048.0};
/// Tokens of a group of experts.
inline constexpr std::array kTokenGrid{1.0,  2.0,   4.0,   8.0,   16.0,   32.0,
                                       64.0, 128.0, 256.0, 512.0, 1024.0, 4096.0};

using RowRatios = std::array<double, kRowGrid.size()>;
using TokenRatios = std::array<double, kTokenGrid.size()>;
/// By log2 of sequences x heads of keys; the last of the spans of contexts is that of windows.
using HeadRatios = std::array<double, 13>;
using AttentionRatios = std::array<HeadRatios, 5>;

GridPlace row_place(double rows);
GridPlace token_place(double tokens);
GridPlace head_place(double sequences_times_heads);
/// Of the first four spans of AttentionRatios: contexts around 256, 1,024, 4,096, 32,768.
GridPlace span_place(double context);

/// Ratios of a product of `weights` = outputs x inputs elements; 1 where its type and its siblings have none.
RowRatios product_ratios(const Machine& machine, DataType type, double weights);
AttentionRatios attention_ratios(const Machine& machine, DataType cache);
/// `dtype` by its name in the table of experts.
TokenRatios expert_ratios(const Machine& machine, DataType type, Runtime runtime);

}  // namespace astrolabe::serving
