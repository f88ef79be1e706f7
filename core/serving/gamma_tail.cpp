#include "core/serving/gamma_tail.h"

#include <algorithm>
#include <cmath>

#include "core/base/normal.h"

namespace astrolabe::serving {

namespace {

/// Of the distribution with that mean and variance.
double gamma_shape(double mean, double variance) {
  return mean * mean / std::max(variance, 1e-12 * mean * mean);
}

}  // namespace

double gamma_beyond(double mean, double variance, double value) {
  const double shape = gamma_shape(mean, variance);
  const double scaled = std::cbrt(value / mean) - (1.0 - 1.0 / (9.0 * shape));
  return 0.5 * std::erfc(scaled * 3.0 * std::sqrt(0.5 * shape));
}

double gamma_quantile(double mean, double variance, double share) {
  const double shape = gamma_shape(mean, variance);
  const double root = 1.0 - 1.0 / (9.0 * shape) + normal_quantile(share) / (3.0 * std::sqrt(shape));
  return root > 0.0 ? mean * root * root * root : 0.0;
}

}  // namespace astrolabe::serving
