#pragma once
// Robust least squares of a small parametric form on log errors, with a prior on every parameter.

#include <functional>
#include <span>
#include <vector>

namespace astrolabe::calibration {

/// A parameter of a form: fitted as a logarithm when `positive`, drawn towards `start` with a spread of
/// `sigma`.
struct FormParameter {
  double* value;
  double sigma = 1.0;
  bool positive = true;
};

/// Sets the parameters to where sum of pseudo-Huber(log(predict(i) / measured[i])) plus the priors is least
/// (Levenberg-Marquardt, Eigen). Start values are the priors' centres. `predict` reads the parameters through
/// the pointers. Deterministic. Returns that sum. At most `most_rows` rows are used, evenly spaced.
double fit_form(std::span<const FormParameter> parameters, std::span<const double> measured,
                const std::function<double(std::size_t)>& predict, std::size_t most_rows = 2500);

}  // namespace astrolabe::calibration
