#include "core/calibration/form_fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/NonLinearOptimization>
#include <unsupported/Eigen/NumericalDiff>

namespace astrolabe::calibration {

namespace {

/// Grows like e near 0 and like sqrt(|e|) far away, so that its square is a pseudo-Huber loss.
double softened(double e) {
  constexpr double width = 0.05;
  const double size = width * std::sqrt(2.0 * (std::sqrt(1.0 + (e / width) * (e / width)) - 1.0));
  return e < 0.0 ? -size : size;
}

struct Residuals {
  using Scalar = double;
  using InputType = Eigen::VectorXd;
  using ValueType = Eigen::VectorXd;
  using JacobianType = Eigen::MatrixXd;
  enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };

  std::span<const FormParameter> parameters;
  std::span<const double> measured;
  std::span<const std::size_t> rows;
  const std::function<double(std::size_t)>& predict;
  std::vector<double> centres;
  double prior_weight;

  int inputs() const { return static_cast<int>(parameters.size()); }
  int values() const { return static_cast<int>(rows.size() + parameters.size()); }

  void set(const Eigen::VectorXd& x) const {
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      const double shift = x(static_cast<Eigen::Index>(p)) * parameters[p].sigma;
      *parameters[p].value = parameters[p].positive ? centres[p] * std::exp(shift) : centres[p] + shift;
    }
  }
  int operator()(const Eigen::VectorXd& x, Eigen::VectorXd& result) const {
    set(x);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const double e = std::log(predict(rows[r]) / measured[rows[r]]);
      result(static_cast<Eigen::Index>(r)) = softened(std::isfinite(e) ? e : 10.0);
    }
    for (Eigen::Index p = 0; p < x.size(); ++p)
      result(static_cast<Eigen::Index>(rows.size()) + p) = prior_weight * x(p);
    return 0;
  }
};

}  // namespace

double fit_form(std::span<const FormParameter> parameters, std::span<const double> measured,
                const std::function<double(std::size_t)>& predict, std::size_t most_rows) {
  std::vector<std::size_t> rows;
  const std::size_t used = std::min(most_rows, measured.size());
  for (std::size_t i = 0; i < used; ++i) rows.push_back(i * measured.size() / used);
  std::vector<double> centres;
  for (const FormParameter& parameter : parameters) centres.push_back(*parameter.value);
  // A prior weighs as much as ten rows that miss by 5 %.
  constexpr double prior = 0.15;
  const Residuals residuals{parameters, measured, rows, predict, centres, prior};
  Eigen::NumericalDiff<Residuals> differences(residuals, 1e-8);
  Eigen::LevenbergMarquardt<Eigen::NumericalDiff<Residuals>> solver(differences);
  constexpr int most_evaluations = 600;
  solver.parameters.maxfev = most_evaluations;
  solver.parameters.ftol = solver.parameters.xtol = 1e-6;
  Eigen::VectorXd x = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(parameters.size()));
  solver.minimize(x);
  Eigen::VectorXd left(residuals.values());
  residuals(x, left);
  return left.squaredNorm();
}

}  // namespace astrolabe::calibration
