#pragma once
// What the fits of single tables share: features of trees, points of axes, a form times its trees written
// into a lattice.

#include <functional>
#include <set>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/calibration/booster.h"
#include "core/cost/lattice.h"

namespace astrolabe::calibration {

/// Powers of two that divide `value`, at most 8 of them.
float alignment(double value);
float log2f_of(double value);
/// Share of the last wave that `units` of work fill on `sms` multiprocessors.
float filled(double units, double sms);

/// Distinct values, thinned to about `most` evenly spaced ones (by logarithm) with both ends.
std::vector<double> axis_points(const std::set<double>& values, std::size_t most = 48);
/// The widths that models have beside those measured: multiples of 1/16 of the next power of two.
std::vector<double> width_points(std::set<double> values);

/// Rows of features, their target and what each counts, for one booster.
struct Training {
  std::vector<float> rows, target, weights;
  std::size_t columns = 0;
  void add(const std::vector<float>& row, double log_residual, double weight = 1.0);
  Result<Booster> train(const BoosterOptions& options = {}) const;
};

/// Features of a point of a lattice, and a quantity there.
using NodeFeatures = std::function<std::vector<float>(std::span<const double>)>;
using NodeValue = std::function<double(std::span<const double>)>;

/// Logarithms of base form times the booster's residual at every node, last axis fastest, in one batch.
Result<std::vector<double>> tabulated_logs(const std::vector<cost::LatticeAxis>& axes, const Booster& booster,
                                           const NodeFeatures& features, const NodeValue& base);
/// A monotone table of base form times the booster's residual, from tabulated_logs().
Result<cost::Lattice> tabulate(std::vector<cost::LatticeAxis> axes, const Booster& booster,
                               const NodeFeatures& features, const NodeValue& base);

}  // namespace astrolabe::calibration
