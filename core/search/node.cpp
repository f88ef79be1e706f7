#include "core/search/node.h"

#include <algorithm>

#include "core/base/rounding.h"
#include "core/search/ranking.h"

namespace astrolabe::search {

using strategy::Objective;

/// What deadline and money allow a step, rounded up.
void Cutoff::set_limits(const strategy::Job& job) {
  const double step_tokens = job.tokens_per_step();
  const double steps = job.tokens / step_tokens;
  const auto lower = [](double& most, double limit) { most = std::min(most, rounded_up(limit)); };
  // Failures only add.
  if (const auto deadline = job.deadline()) lower(longest_step, *deadline * kSecondsPerHour / steps);
  if (job.limits.budget_usd) lower(most_usd, *job.limits.budget_usd * kSecondsPerHour / steps);
  if (job.limits.usd_per_trillion_tokens)
    lower(most_usd, *job.limits.usd_per_trillion_tokens * step_tokens * kSecondsPerHour / 1e12);
}

double Cutoff::longest(int paid, double usd_per_hour) const {
  double step = longest_step;
  if (objective == Objective::throughput) return std::min(step, value);
  if (objective == Objective::gpus) return std::min(step, search::longest_step(paid, value));
  if (usd_per_hour <= 0.0) return step;
  const double of_usd = tokens * kSecondsPerHour / (1e12 * usd_per_hour);
  if (objective == Objective::money) return value < 1e300 ? std::min(step, rounded_up(value * of_usd)) : step;
  if (!front) return step;
  // As slow as a point and as dear as the point: from the later of both on. The one rises along the front,
  // the other falls.
  const auto cross = std::partition_point(front->begin(), front->end(), [&](const FrontPoint& point) {
    return tokens < point.usd_per_trillion_tokens * of_usd * point.tokens_per_second;
  });
  double undominated = 1e300;
  if (cross != front->end()) undominated = tokens / cross->tokens_per_second;
  if (cross != front->begin())
    undominated = std::min(undominated, (cross - 1)->usd_per_trillion_tokens * of_usd);
  return std::min(step, std::max(value, rounded_up(undominated)));
}

}  // namespace astrolabe::search
