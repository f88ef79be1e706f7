#include "core/calibration/fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/calibration/validation.h"

namespace astrolabe::calibration {

namespace {

constexpr double kDifference = 0.01;  // of a logarithm
constexpr double kNoisyWeight = 0.3;
/// Weaker than in the fit of the shipped constants: a few runs of one site say what differs there.
constexpr double kSitePrior = 0.6;
constexpr double kMostWeight = 2.0;  // of the mean: nothing checks the only run of a source

double rho(double error, double soft) {
  const double z = error / soft;
  return 2.0 * (std::sqrt(1.0 + z * z) - 1.0);
}
/// Weight of the squared error that has the same slope.
double slope_weight(double error, double soft) {
  const double z = error / soft;
  return 1.0 / std::sqrt(1.0 + z * z);
}

/// FNV-1a: the same folds on every machine.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 1469598103934665603ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

}  // namespace

std::string configuration_of(const MeasuredCase& measured) {
  const strategy::Strategy& s = measured.strategy;
  return measured.run.model + "|" + measured.problem.cluster.pools.front().gpu.architecture + "|" +
         std::to_string(s.tensor_parallel) + "|" + std::to_string(s.pipeline_parallel) + "|" +
         std::to_string(s.context_parallel) + "|" + std::to_string(s.expert_parallel);
}

std::vector<double> fit_weights(std::span<const MeasuredCase> cases) {
  std::map<std::string, int> rows;
  std::map<std::string, std::set<std::string>> configurations;
  for (const MeasuredCase& measured : cases) {
    const std::string key = configuration_of(measured);
    ++rows[key];
    configurations[measured.run.source].insert(key);
  }
  std::vector<double> weights;
  for (const MeasuredCase& measured : cases) {
    const bool noisy = contains_ignoring_case(measured.run.notes, "vary by up to");
    weights.push_back(std::pow(rows[configuration_of(measured)], -0.7) *
                      std::pow(static_cast<double>(configurations[measured.run.source].size()), -0.3) *
                      (noisy ? kNoisyWeight : 1.0));
  }
  // A mean of 1, so that priors weigh as much on three runs of a site as on the whole table row for row.
  const double mean =
      std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
  for (double& weight : weights) weight = std::min(weight / mean, kMostWeight);
  return weights;
}

Fitter::Fitter(std::span<const MeasuredCase> cases, FitOptions options)
    : m_cases(cases), m_options(std::move(options)) {
  if (m_options.frozen.empty()) m_options.frozen.assign(m_options.table.size(), false);
  for (std::size_t k = 0; k < m_options.table.size(); ++k)
    if (m_options.table[k].of_site && !m_options.site) m_options.frozen[k] = true;
  for (const MeasuredCase& measured : m_cases) m_measured.push_back(std::log(measured.measured()));
}

std::vector<double> Fitter::predict(const cost::Coefficients& coefficients) const {
  std::vector<double> seconds(m_cases.size());
  const auto shared = std::make_shared<const cost::Coefficients>(coefficients);
  parallel_for(m_cases.size(), worker_count(m_options.workers), {},
               [&](std::size_t i, int) { seconds[i] = calibration::predict(m_cases[i], shared); });
  return seconds;
}

std::vector<double> Fitter::errors(const cost::Coefficients& coefficients) const {
  std::vector<double> result = predict(coefficients);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = std::log(result[i]) - m_measured[i];
  return result;
}

double Fitter::from_centre(const cost::Coefficients& at, std::size_t constant) const {
  const cost::CoefficientInfo& info = m_options.table[constant];
  const double centre = m_options.centre ? *m_options.centre.*info.value : info.start;
  return std::log(at.*info.value / centre);
}

double Fitter::objective(const std::vector<double>& errors, const std::vector<double>& weights,
                         const cost::Coefficients& at) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < errors.size(); ++i)
    if (weights[i] > 0.0) sum += weights[i] * rho(errors[i], m_options.soft);
  const auto table = m_options.table;
  for (std::size_t k = 0; k < table.size(); ++k)
    if (!m_options.frozen[k])
      sum += std::pow(m_options.prior_strength * from_centre(at, k) / table[k].spread, 2);
  return sum;
}

void Fitter::differentiate(const cost::Coefficients& at) {
  const auto table = m_options.table;
  const std::vector<double> here = errors(at);
  m_derivative.assign(table.size(), {});
  for (std::size_t k = 0; k < table.size(); ++k) {
    if (m_options.frozen[k]) {
      m_derivative[k].assign(m_cases.size(), 0.0);
      continue;
    }
    cost::Coefficients moved = at;
    moved.*table[k].value *= std::exp(kDifference);
    std::vector<double> there = errors(moved);
    for (std::size_t i = 0; i < there.size(); ++i) there[i] = (there[i] - here[i]) / kDifference;
    m_derivative[k] = std::move(there);
  }
}

bool Fitter::step(const std::vector<double>& weights, cost::Coefficients& at, std::vector<double>& here,
                  double& value, double& damping) const {
  const auto table = m_options.table;
  std::vector<std::size_t> free;
  for (std::size_t k = 0; k < table.size(); ++k)
    if (!m_options.frozen[k]) free.push_back(k);
  const auto size = static_cast<Eigen::Index>(free.size());
  Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(size, size);
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(size);
  Eigen::VectorXd row(size);
  const double scale = 1.0 / (m_options.soft * m_options.soft);
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (weights[i] <= 0.0) continue;
    for (Eigen::Index k = 0; k < size; ++k) row[k] = m_derivative[free[static_cast<std::size_t>(k)]][i];
    const double pull = weights[i] * slope_weight(here[i], m_options.soft) * scale;
    normal.selfadjointView<Eigen::Lower>().rankUpdate(row, pull);
    gradient += pull * here[i] * row;
  }
  normal = normal.selfadjointView<Eigen::Lower>();
  for (Eigen::Index k = 0; k < size; ++k) {
    const cost::CoefficientInfo& info = table[free[static_cast<std::size_t>(k)]];
    const double pull = std::pow(m_options.prior_strength / info.spread, 2);
    normal(k, k) += pull;
    gradient[k] += pull * from_centre(at, free[static_cast<std::size_t>(k)]);
  }
  for (int attempt = 0; attempt < 6; ++attempt) {
    Eigen::MatrixXd damped = normal;
    damped.diagonal() *= 1.0 + damping;
    const Eigen::VectorXd move = -damped.ldlt().solve(gradient);
    cost::Coefficients tried = at;
    for (Eigen::Index k = 0; k < size; ++k) {
      const cost::CoefficientInfo& info = table[free[static_cast<std::size_t>(k)]];
      double& constant = tried.*info.value;
      constant = std::clamp(constant * std::exp(std::clamp(move[k], -0.5, 0.5)),
                            std::max(info.least, 1e-3 * info.start), info.most);
    }
    std::vector<double> there = errors(tried);
    const double found = objective(there, weights, tried);
    if (found < value) {
      const bool enough = value - found > 1e-4 * value;
      at = tried;
      here = std::move(there);
      value = found;
      damping = std::max(damping * 0.3, 1e-6);
      return enough;
    }
    damping = std::max(damping * 6.0, 1e-3);
  }
  return false;
}

cost::Coefficients Fitter::fit(const std::vector<double>& weights, const cost::Coefficients& from) {
  cost::Coefficients at = from;
  std::vector<double> here = errors(at);
  double value = objective(here, weights, at);
  double damping = 1e-2;
  for (int i = 0; i < m_options.iterations; ++i) {
    differentiate(at);
    if (!step(weights, at, here, value, damping)) break;
  }
  differentiate(at);
  return at;
}

cost::Coefficients Fitter::refit(const std::vector<double>& weights, const cost::Coefficients& from) const {
  cost::Coefficients at = from;
  std::vector<double> here = errors(at);
  double value = objective(here, weights, at);
  double damping = 1e-3;
  for (int i = 0; i < m_options.iterations; ++i)
    if (!step(weights, at, here, value, damping)) break;
  return at;
}

cost::Coefficients refit_to_site(std::span<const MeasuredCase> site, const cost::Coefficients& from,
                                 int workers) {
  FitOptions options;
  options.workers = workers;
  options.centre = from;
  options.prior_strength = kSitePrior;
  options.site = true;
  Fitter fitter(site, options);
  return fitter.fit(std::vector<double>(site.size(), 1.0), from);
}

std::vector<double> cross_validate(const Fitter& fitter, const std::vector<double>& weights,
                                   const std::vector<int>& group, const cost::Coefficients& from) {
  std::vector<double> unseen(weights.size(), 0.0);
  const int groups = group.empty() ? 0 : *std::max_element(group.begin(), group.end()) + 1;
  for (int g = 0; g < groups; ++g) {
    std::vector<double> without = weights;
    for (std::size_t i = 0; i < group.size(); ++i)
      if (group[i] == g) without[i] = 0.0;
    const std::vector<double> predicted = fitter.predict(fitter.refit(without, from));
    for (std::size_t i = 0; i < group.size(); ++i)
      if (group[i] == g) unseen[i] = predicted[i];
  }
  return unseen;
}

std::vector<int> folds_by_configuration(std::span<const MeasuredCase> cases, int folds) {
  // Sorted by hash and dealt in turn: folds of equal size, the same on every machine.
  std::map<std::uint64_t, std::string> order;
  for (const MeasuredCase& measured : cases) {
    const std::string key = configuration_of(measured);
    order.emplace(hash_of(key), key);
  }
  std::map<std::string, int> fold;
  int next = 0;
  for (const auto& [hash, key] : order) fold[key] = next++ % folds;
  std::vector<int> group;
  for (const MeasuredCase& measured : cases) group.push_back(fold[configuration_of(measured)]);
  return group;
}

std::vector<int> groups_by(std::span<const MeasuredCase> cases, std::string MeasuredRun::*key) {
  std::map<std::string, int> number;
  std::vector<int> group;
  for (const MeasuredCase& measured : cases)
    group.push_back(number.emplace(measured.run.*key, static_cast<int>(number.size())).first->second);
  return group;
}

}  // namespace astrolabe::calibration
