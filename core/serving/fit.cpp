#include "core/serving/fit.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "core/base/parallel.h"
#include "core/serving/validation.h"

namespace astrolabe::serving {

namespace {

constexpr double kPriorScale = 0.4;  // of the deviations of the table
constexpr double kSlopeStep = 0.02;  // of ln(constant)

double weight_of(const ServingCase& one, Metric metric) {
  if (metric == Metric::tpot) return 1.0;
  if (metric == Metric::output_rate) return 0.7;
  return one.framework == "sglang" ? 0.15 : 0.4;
}

/// Whether a constant that is named for an engine or a generation can change a case.
bool touches(const std::string& name, const ServingCase& one) {
  const auto ends = [&](const char* end) { return name.ends_with(end); };
  const Runtime runtime = one.asked.engine.runtime;
  if (ends("_trt")) return runtime == Runtime::tensorrt_llm;
  if (ends("_sglang")) return runtime == Runtime::sglang;
  if (ends("_vllm") || ends("_v0") || name.starts_with("v0_") || name == "host_v0_cdna")
    return runtime == Runtime::vllm;
  const std::string generation = to_string(one.asked.machine.generation);
  if (ends("_cdna3")) return generation == "cdna3";
  if (ends("_ampere")) return generation == "ampere";
  if (name.starts_with("experts_") || name.starts_with("rout")) return one.moe;
  return true;
}

/// ln(predicted/measured) of the targets at `which`; of what does not fit into memory 0.
std::vector<double> log_errors(const std::vector<FitTarget>& targets, const std::vector<std::size_t>& which,
                               const Constants& constants) {
  std::vector<double> errors(which.size(), 0.0);
  for (std::size_t i = 0; i < which.size();) {
    const ServingCase* of = targets[which[i]].of;
    const Figures figures = predict(of->asked, of->deployment, constants);
    for (; i < which.size() && targets[which[i]].of == of; ++i) {
      const Metric metric = targets[which[i]].metric;
      const double predicted = figures.fits ? figure_of(figures, metric).value : 0.0;
      if (predicted > 0.0) errors[i] = std::log(predicted / *of->measured[static_cast<std::size_t>(metric)]);
    }
  }
  return errors;
}

std::vector<std::size_t> all_of(const std::vector<FitTarget>& targets) {
  std::vector<std::size_t> all(targets.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  return all;
}

}  // namespace

Priors priors_of(const ConstantTable& table) {
  Priors priors{table.starts(), {}};
  for (const ConstantRow& row : table.rows) priors.deviations.push_back(kPriorScale * row.deviation);
  return priors;
}

Priors own_priors() {
  Priors priors = priors_of(shipped_constants());
  priors.centre = shipped_values();
  return priors;
}

bool is_fitted_to(const ServingCase& one) {
  return !one.deployment.disaggregated() && one.deployment.worker.speculation.draft_tokens == 0;
}

std::vector<FitTarget> targets_of(const std::vector<const ServingCase*>& cases) {
  std::map<std::pair<std::string, Metric>, int> sizes;
  for (const ServingCase* one : cases)
    for (const Metric metric : kMetrics)
      if (one->measured[static_cast<std::size_t>(metric)]) ++sizes[{one->configuration, metric}];
  std::vector<FitTarget> targets;
  for (const ServingCase* one : cases)
    for (const Metric metric : kMetrics)
      if (one->measured[static_cast<std::size_t>(metric)])
        targets.push_back(
            {one, metric,
             weight_of(*one, metric) / std::sqrt(static_cast<double>(sizes[{one->configuration, metric}]))});
  return targets;
}

Constants moved_from(const Constants& centre, const std::vector<double>& distances) {
  Constants constants;
  for (std::size_t j = 0; j < distances.size(); ++j)
    constants.values[j] = centre.values[j] * std::exp(distances[j]);
  return constants;
}

Lines lines_at(const std::vector<FitTarget>& targets, const Priors& priors, const Constants& constants,
               int workers) {
  Lines lines;
  const std::vector<std::size_t> all = all_of(targets);
  for (std::size_t j = 0; j < constants.values.size(); ++j)
    lines.at.push_back(std::log(constants.values[j] / priors.centre.values[j]));
  lines.errors = log_errors(targets, all, constants);
  for (const FitTarget& target : targets) lines.weights.push_back(target.weight);
  lines.slopes.assign(constants.values.size(), std::vector<double>(targets.size(), 0.0));
  const std::vector<ConstantRow>& rows = shipped_constants().rows;
  parallel_for(rows.size(), workers, {}, [&](std::size_t j, int) {
    std::vector<std::size_t> touched;
    for (const std::size_t i : all)
      if (touches(rows[j].name, *targets[i].of)) touched.push_back(i);
    Constants near = constants;
    near.values[j] *= std::exp(kSlopeStep);
    const std::vector<double> errors = log_errors(targets, touched, near);
    for (std::size_t i = 0; i < touched.size(); ++i)
      lines.slopes[j][touched[i]] = (errors[i] - lines.errors[touched[i]]) / kSlopeStep;
  });
  return lines;
}

Constants fit_constants(const std::vector<const ServingCase*>& cases, const Priors& priors,
                        const Constants& from, int workers) {
  const std::vector<FitTarget> targets = targets_of(cases);
  const std::vector<std::size_t> all = all_of(targets);
  std::vector<double> begin;
  for (std::size_t j = 0; j < from.values.size(); ++j)
    begin.push_back(std::log(from.values[j] / priors.centre.values[j]));
  const std::vector<double> found = robust_fit(
      std::move(begin), priors.deviations,
      [&](const std::vector<double>& at) {
        return lines_at(targets, priors, moved_from(priors.centre, at), workers);
      },
      [&](const std::vector<double>& at) { return log_errors(targets, all, moved_from(priors.centre, at)); });
  return moved_from(priors.centre, found);
}

}  // namespace astrolabe::serving
