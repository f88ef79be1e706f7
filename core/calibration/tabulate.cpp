#include "core/calibration/tabulate.h"

#include <cmath>
#include <cstdint>

namespace astrolabe::calibration {

float alignment(double value) {
  auto whole = static_cast<std::int64_t>(value);
  float powers = 0.0F;
  while (powers < 8.0F && whole > 0 && whole % 2 == 0) whole /= 2, powers += 1.0F;
  return powers;
}

float log2f_of(double value) { return static_cast<float>(std::log2(value)); }

float filled(double units, double sms) { return static_cast<float>(units / sms / std::ceil(units / sms)); }

std::vector<double> axis_points(const std::set<double>& values, std::size_t most) {
  std::vector<double> points(values.begin(), values.end());
  if (points.size() <= most) return points;
  std::vector<double> thin{points.front()};
  const double step = std::log(points.back() / points.front()) / static_cast<double>(most - 1);
  for (const double point : points)
    if (std::log(point / thin.back()) >= 0.999 * step) thin.push_back(point);
  if (thin.back() != points.back()) thin.push_back(points.back());
  return thin;
}

std::vector<double> width_points(std::set<double> values) {
  const double first = *values.begin();
  const double last = *values.rbegin();
  constexpr double finest = 128.0;
  constexpr int parts = 8;
  for (double top = 2048.0; top / 2.0 < last;
       top *= 2.0)  // NOLINT(clang-analyzer-security.FloatLoopCounter): powers of two are exact
    for (int part = 1; part <= 2 * parts; ++part) {
      const double point = top / (2.0 * parts) * part;
      if (point > first && point < last && point >= finest) values.insert(point);
    }
  return axis_points(values, 64);
}

void Training::add(const std::vector<float>& row, double log_residual, double weight) {
  columns = row.size();
  rows.insert(rows.end(), row.begin(), row.end());
  target.push_back(static_cast<float>(log_residual));
  weights.push_back(static_cast<float>(weight));
}

Result<Booster> Training::train(const BoosterOptions& options) const {
  return Booster::train(rows, columns, target, weights, options);
}

namespace {

/// Calls `use` with every point of the lattice, last axis fastest.
void each_node(const std::vector<cost::LatticeAxis>& axes,
               const std::function<void(std::span<const double>)>& use) {
  std::vector<std::size_t> index(axes.size(), 0);
  std::vector<double> point(axes.size());
  while (true) {
    for (std::size_t a = 0; a < axes.size(); ++a) point[a] = axes[a].points[index[a]];
    use(point);
    std::size_t a = axes.size();
    while (a > 0 && ++index[a - 1] == axes[a - 1].points.size()) index[--a] = 0;
    if (a == 0) return;
  }
}

}  // namespace

Result<std::vector<double>> tabulated_logs(const std::vector<cost::LatticeAxis>& axes, const Booster& booster,
                                           const NodeFeatures& features, const NodeValue& base) {
  std::vector<float> rows;
  std::vector<double> logs;
  each_node(axes, [&](std::span<const double> point) {
    const std::vector<float> row = features(point);
    rows.insert(rows.end(), row.begin(), row.end());
    logs.push_back(std::log(base(point)));
  });
  const auto residuals = booster.predict(rows);
  if (!residuals) return tl::unexpected<Error>(residuals.error());
  for (std::size_t i = 0; i < logs.size(); ++i) logs[i] += (*residuals)[i];
  return logs;
}

Result<cost::Lattice> tabulate(std::vector<cost::LatticeAxis> axes, const Booster& booster,
                               const NodeFeatures& features, const NodeValue& base) {
  auto logs = tabulated_logs(axes, booster, features, base);
  if (!logs) return tl::unexpected<Error>(logs.error());
  return cost::Lattice(std::move(axes), std::move(*logs));
}

}  // namespace astrolabe::calibration
