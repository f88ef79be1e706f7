#include "core/serving/kernel_ratios.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/serving/kernels.h"
#include "core/serving/resources.h"

namespace astrolabe::serving {

namespace {

/// log2 of the products' weights at which the three sizes of the table stand.
constexpr std::array kWeightGrid{21.6, 24.1, 26.4};
constexpr std::array kSpanGrid{8.0, 10.0, 12.0, 15.0};

template <std::size_t N>
constexpr std::array<double, N> ones() {
  std::array<double, N> all{};
  for (double& one : all) one = 1.0;
  return all;
}

template <std::size_t N>
GridPlace place_in(const std::array<double, N>& grid, double value) {
  if (value <= grid.front()) return {0, 0.0};
  if (value >= grid.back()) return {N - 2, 1.0};
  std::size_t index = 0;
  while (index + 2 < N && value >= grid[index + 1]) ++index;
  return {index, (value - grid[index]) / (grid[index + 1] - grid[index])};
}

template <std::size_t N>
std::array<double, N> logarithms(const std::array<double, N>& grid) {
  std::array<double, N> logs{};
  for (std::size_t i = 0; i < N; ++i) logs[i] = std::log2(grid[i]);
  return logs;
}

/// Fills from the front; what the list lacks stays.
template <std::size_t N>
void read_into(const Json& list, std::array<double, N>& values) {
  for (std::size_t i = 0; i < std::min(N, list.size()); ++i) values[i] = list[i].get<double>();
}

struct Tables {
  std::map<std::string, std::array<RowRatios, 3>, std::less<>> products;  // gpu|dtype
  std::map<std::string, AttentionRatios, std::less<>> attention;          // gpu|cache
  std::map<std::string, TokenRatios, std::less<>> experts;                // gpu|dtype|runtime
};

const Tables& tables() {
  static const Tables all = [] {
    Tables read;
    const Json file = resource("ratios");
    const auto text = [](const Json& row, const char* key) { return row.at(key).get<std::string>(); };
    for (const Json& row : file.at("products")) {
      auto& sizes = read.products[text(row, "gpu") + '|' + text(row, "dtype")];
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        sizes[i] = ones<kRowGrid.size()>();
        read_into(row.at("sizes").at(i), sizes[i]);
      }
    }
    for (const Json& row : file.at("attention")) {
      auto& spans = read.attention[text(row, "gpu") + '|' + text(row, "cache")];
      for (std::size_t i = 0; i < spans.size(); ++i) read_into(row.at("spans").at(i), spans[i]);
    }
    for (const Json& row : file.at("experts"))
      read_into(row.at("tokens"),
                read.experts[text(row, "gpu") + '|' + text(row, "dtype") + '|' + text(row, "runtime")]);
    return read;
  }();
  return all;
}

/// The row of the type, else of a sibling.
template <class Map>
const typename Map::mapped_type* row_of(const Map& rows, const Machine& machine, const std::string& rest) {
  for (const std::string& gpu : gpus_like(machine))
    if (const auto row = rows.find(gpu + '|' + rest); row != rows.end()) return &row->second;
  return nullptr;
}

}  // namespace

GridPlace row_place(double rows) {
  static const auto grid = logarithms(kRowGrid);
  return place_in(grid, std::log2(std::max(1.0, rows)));
}

GridPlace token_place(double tokens) {
  static const auto grid = logarithms(kTokenGrid);
  return place_in(grid, std::log2(std::max(1.0, tokens)));
}

GridPlace head_place(double sequences_times_heads) {
  const double place = std::clamp(std::log2(std::max(1.0, sequences_times_heads)), 0.0, 12.0);
  const double index = std::min(11.0, std::floor(place));
  return {static_cast<std::size_t>(index), place - index};
}

GridPlace span_place(double context) { return place_in(kSpanGrid, std::log2(std::max(1.0, context))); }

RowRatios product_ratios(const Machine& machine, DataType type, double weights) {
  const auto* sizes =
      row_of(tables().products, machine, to_string(weights_alone(type) ? DataType::bf16 : type));
  if (!sizes) return ones<kRowGrid.size()>();
  const GridPlace size = place_in(kWeightGrid, std::log2(std::max(1.0, weights)));
  RowRatios ratios{};
  for (std::size_t i = 0; i < ratios.size(); ++i)
    ratios[i] =
        (*sizes)[size.index][i] + size.weight * ((*sizes)[size.index + 1][i] - (*sizes)[size.index][i]);
  return ratios;
}

AttentionRatios attention_ratios(const Machine& machine, DataType cache) {
  const auto* spans = row_of(tables().attention, machine, bytes_of(cache) < 2.0 ? "fp8" : "bf16");
  if (spans) return *spans;
  AttentionRatios plain{};
  plain.fill(ones<HeadRatios().size()>());
  return plain;
}

TokenRatios expert_ratios(const Machine& machine, DataType type, Runtime runtime) {
  const ExpertRow row = expert_row(machine, type, runtime);
  const auto ratios = tables().experts.find(row.gpu + '|' + row.dtype + '|' + row.runtime);
  return ratios == tables().experts.end() ? ones<kTokenGrid.size()>() : ratios->second;
}

}  // namespace astrolabe::serving
