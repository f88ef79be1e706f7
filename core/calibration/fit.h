#pragma once
// Fit of the step's constants to measured runs under their priors, and how well it does on runs it has not
// seen.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/calibration/measured_case.h"
#include "core/cost/coefficients.h"

namespace astrolabe::calibration {

struct FitOptions {
  double soft = 0.08;           ///< log error beyond which a row pulls only linearly (soft-L1)
  double prior_strength = 2.0;  ///< pull of a prior at one standard deviation, in units of `soft`
  int iterations = 15;
  int workers = 0;                           ///< 0: all cores
  std::optional<cost::Coefficients> centre;  ///< of the priors; empty: the starts of the table
  std::vector<bool> frozen;                  ///< by place in the table; empty: all are fitted
  bool site = false;                         ///< runs of one site: its own constants are fitted, too
  /// What is fitted: constants of the step to time rows, or memory_table() to memory rows.
  std::span<const cost::CoefficientInfo> table = cost::coefficient_table();
};

/// Weight of each row in the fit: configurations published often and sources with many configurations count
/// less a row: (rows of the configuration)^-0.7 (configurations of the source)^-0.3; runs whose notes warn of
/// noise three tenths; none more than twice the mean.
std::vector<double> fit_weights(std::span<const MeasuredCase> cases);

/// Model, GPU generation and degrees: rows that share it are neighbours and leave a fit together.
std::string configuration_of(const MeasuredCase& measured);

/// Predicts a set of rows again and again with changing constants: minimises
/// sum of weight x soft-L1(log(predicted / measured)) + priors by damped Gauss-Newton in the logarithms of
/// the constants, derivatives by differences.
class Fitter {
 public:
  Fitter(std::span<const MeasuredCase> cases, FitOptions options);

  /// Fits to the rows with a weight above 0, starting from `from`.
  cost::Coefficients fit(const std::vector<double>& weights, const cost::Coefficients& from);
  /// Fits again close to `from`, the result of fit(), with the derivatives kept from there and exact errors.
  cost::Coefficients refit(const std::vector<double>& weights, const cost::Coefficients& from) const;
  /// Seconds a token (GiB for memory rows) of every row.
  std::vector<double> predict(const cost::Coefficients& coefficients) const;
  /// Derivatives of the logarithms at `at`, kept for refit().
  void differentiate(const cost::Coefficients& at);

 private:
  std::vector<double> errors(const cost::Coefficients& coefficients) const;
  double from_centre(const cost::Coefficients& at, std::size_t constant) const;  ///< in logarithms
  double objective(const std::vector<double>& errors, const std::vector<double>& weights,
                   const cost::Coefficients& at) const;
  /// One damped step from `at`; false when none improves.
  bool step(const std::vector<double>& weights, cost::Coefficients& at, std::vector<double>& errors,
            double& value, double& damping) const;

  std::span<const MeasuredCase> m_cases;
  FitOptions m_options;
  std::vector<double> m_measured;                 ///< logarithms
  std::vector<std::vector<double>> m_derivative;  ///< [constant][row], by the constant's logarithm
};

/// Constants of a site: `from` refitted to a few runs of it under priors centred on `from`.
cost::Coefficients refit_to_site(std::span<const MeasuredCase> site, const cost::Coefficients& from,
                                 int workers = 0);

/// Prediction of every row from a fit that has not seen the rows of its group.
std::vector<double> cross_validate(const Fitter& fitter, const std::vector<double>& weights,
                                   const std::vector<int>& group, const cost::Coefficients& from);

/// Groups for cross_validate: configurations dealt over `folds`, or one group a source or GPU type.
std::vector<int> folds_by_configuration(std::span<const MeasuredCase> cases, int folds);
std::vector<int> groups_by(std::span<const MeasuredCase> cases, std::string MeasuredRun::*key);

}  // namespace astrolabe::calibration
