#pragma once
// Robust least squares with priors: few parameters, many errors in the logarithm.

#include <functional>
#include <vector>

namespace astrolabe::serving {

inline constexpr double kSoftError = 0.1;  ///< of a log error: where the loss turns from square to linear

/// Errors near a point, as lines in the parameters' distances from their priors.
struct Lines {
  std::vector<double> at;                   ///< of each parameter, from the centre of its prior
  std::vector<double> errors;               ///< at that point
  std::vector<double> weights;              ///< by error; 0: does not count
  std::vector<std::vector<double>> slopes;  ///< [parameter][error]
};

/// Sum of weight x soft-L1(error) and of (distance / deviation)^2.
double soft_loss(const std::vector<double>& errors, const std::vector<double>& weights,
                 const std::vector<double>& at, const std::vector<double>& deviations);

/// Where the loss of lines is least, by reweighted least squares.
std::vector<double> least_of(const Lines& lines, const std::vector<double>& deviations);

/// Where the loss of errors is least: Gauss-Newton, each step halved until it gains. `lines_at` gives the
/// lines at a point, `errors_at` the errors alone.
std::vector<double> robust_fit(
    std::vector<double> from, const std::vector<double>& deviations,
    const std::function<Lines(const std::vector<double>&)>& lines_at,
    const std::function<std::vector<double>(const std::vector<double>&)>& errors_at);

}  // namespace astrolabe::serving
