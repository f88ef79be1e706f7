#include "ui/canvas/arrange.h"

#include <algorithm>
#include <cmath>

#include "ui/canvas/geometry.h"

namespace astrolabe::ui {
namespace {

double onGrid(double value) { return std::round(value / kGrid) * kGrid; }

/// One coordinate of every tile, by `axis`.
plan::Layout alignedTo(plan::Layout tiles, double plan::Position::*axis, double share) {
  double least = tiles.begin()->second.*axis, most = least;
  for (const auto& [id, corner] : tiles) {
    least = std::min(least, corner.*axis);
    most = std::max(most, corner.*axis);
  }
  for (auto& [id, corner] : tiles) corner.*axis = onGrid(least + (most - least) * share);
  return tiles;
}

plan::Layout distributed(plan::Layout tiles, double plan::Position::*axis) {
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [id, corner] : tiles) order.emplace_back(corner.*axis, id);
  std::sort(order.begin(), order.end());
  const double step = (order.back().first - order.front().first) / static_cast<double>(order.size() - 1);
  for (std::size_t i = 0; i < order.size(); ++i)
    tiles[order[i].second].*axis = onGrid(order.front().first + step * static_cast<double>(i));
  return tiles;
}

}  // namespace

plan::Layout arranged(const plan::Layout& tiles, Arrange how) {
  if (tiles.size() < 2) return tiles;
  switch (how) {
    case Arrange::Left:
      return alignedTo(tiles, &plan::Position::x, 0.0);
    case Arrange::Centre:
      return alignedTo(tiles, &plan::Position::x, 0.5);
    case Arrange::Right:
      return alignedTo(tiles, &plan::Position::x, 1.0);
    case Arrange::Top:
      return alignedTo(tiles, &plan::Position::y, 0.0);
    case Arrange::Middle:
      return alignedTo(tiles, &plan::Position::y, 0.5);
    case Arrange::Bottom:
      return alignedTo(tiles, &plan::Position::y, 1.0);
    case Arrange::Across:
      return distributed(tiles, &plan::Position::x);
    case Arrange::Down:
      return distributed(tiles, &plan::Position::y);
  }
  return tiles;
}

std::string copyName(const std::string& pattern, int number) {
  const std::size_t from = pattern.find('#');
  if (from == std::string::npos) return pattern + "-" + std::to_string(number);
  std::size_t to = pattern.find_first_not_of('#', from);
  if (to == std::string::npos) to = pattern.size();
  std::string digits = std::to_string(number);
  if (digits.size() < to - from) digits.insert(0, to - from - digits.size(), '0');
  return pattern.substr(0, from) + digits + pattern.substr(to);
}

}  // namespace astrolabe::ui
