#include "core/serving/robust.h"

#include <algorithm>
#include <cmath>

namespace astrolabe::serving {

namespace {

constexpr int kSteps = 8, kReweightings = 6, kHalvings = 5;
constexpr double kGain = 1e-4;  // of the loss: less ends the fit

using Matrix = std::vector<std::vector<double>>;

/// Solves a x = b for a symmetric positive definite a (its lower half), by Cholesky.
std::vector<double> solved(Matrix a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i][k] * a[j][k];
      a[i][j] = i == j ? std::sqrt(std::max(sum, 1e-12)) : sum / a[j][j];
    }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

}  // namespace

double soft_loss(const std::vector<double>& errors, const std::vector<double>& weights,
                 const std::vector<double>& at, const std::vector<double>& deviations) {
  double loss = 0.0;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const double z = errors[i] / kSoftError;
    loss += weights[i] * 2.0 * (std::sqrt(1.0 + z * z) - 1.0);
  }
  for (std::size_t j = 0; j < at.size(); ++j) loss += at[j] * at[j] / (deviations[j] * deviations[j]);
  return loss;
}

std::vector<double> least_of(const Lines& lines, const std::vector<double>& deviations) {
  const std::size_t n = lines.at.size();
  std::vector<double> at = lines.at, errors = lines.errors;
  for (int round = 0; round < kReweightings; ++round) {
    Matrix a(n, std::vector<double>(n, 0.0));
    std::vector<double> b(n, 0.0);
    for (std::size_t i = 0; i < errors.size(); ++i) {
      if (lines.weights[i] <= 0.0) continue;
      const double z = errors[i] / kSoftError;
      const double weight = lines.weights[i] / (kSoftError * kSoftError * std::sqrt(1.0 + z * z));
      for (std::size_t j = 0; j < n; ++j) {
        const double slope = lines.slopes[j][i];
        if (slope == 0.0) continue;
        b[j] -= weight * slope * errors[i];
        for (std::size_t k = 0; k <= j; ++k) a[j][k] += weight * slope * lines.slopes[k][i];
      }
    }
    for (std::size_t j = 0; j < n; ++j) {
      a[j][j] += 1.0 / (deviations[j] * deviations[j]);
      b[j] -= at[j] / (deviations[j] * deviations[j]);
    }
    const std::vector<double> step = solved(std::move(a), std::move(b));
    for (std::size_t j = 0; j < n; ++j) {
      at[j] += step[j];
      for (std::size_t i = 0; i < errors.size(); ++i) errors[i] += step[j] * lines.slopes[j][i];
    }
  }
  return at;
}

std::vector<double> robust_fit(
    std::vector<double> from, const std::vector<double>& deviations,
    const std::function<Lines(const std::vector<double>&)>& lines_at,
    const std::function<std::vector<double>(const std::vector<double>&)>& errors_at) {
  for (int round = 0; round < kSteps; ++round) {
    const Lines lines = lines_at(from);
    const double loss = soft_loss(lines.errors, lines.weights, lines.at, deviations);
    const std::vector<double> to = least_of(lines, deviations);
    double scale = 1.0, next_loss = loss;
    std::vector<double> next;
    for (int half = 0; half < kHalvings && next_loss >= loss; ++half, scale *= 0.5) {
      next = from;
      for (std::size_t j = 0; j < next.size(); ++j) next[j] += scale * (to[j] - from[j]);
      next_loss = soft_loss(errors_at(next), lines.weights, next, deviations);
    }
    if (next_loss >= loss) break;
    from = std::move(next);
    if (loss - next_loss < kGain * loss) break;
  }
  return from;
}

}  // namespace astrolabe::serving
