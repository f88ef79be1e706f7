#include "core/planning/slow_left_out.h"

#include <algorithm>
#include <utility>

#include "core/hardware/usable_gpus.h"
#include "core/replan/layout.h"

namespace astrolabe::planning {

namespace {

strategy::Problem slow_as_failed(const strategy::Problem& problem) {
  strategy::Problem failed = problem;
  failed.cluster = hardware::remarked(problem.cluster, [](std::size_t, hardware::Pool& pool) {
    for (const hardware::SlowSpec& slow : pool.slow) pool.failed.push_back({slow.node, slow.gpu});
    pool.slow.clear();
  });
  return failed;
}

}  // namespace

std::optional<replan::Plan> fastest_around(const strategy::Problem& problem, const strategy::Strategy& base) {
  auto answer = replan::replan(problem, base);
  if (!answer || answer->plans.empty()) return std::nullopt;
  return std::move(
      *std::min_element(answer->plans.begin(), answer->plans.end(),
                        [](const auto& a, const auto& b) { return a.step_seconds < b.step_seconds; }));
}

std::optional<replan::Plan> fastest_without_slow(const strategy::Problem& problem,
                                                 const strategy::Strategy& base) {
  std::optional<replan::Plan> plan = fastest_around(slow_as_failed(problem), base);
  if (plan)
    plan->idle = replan::idle_of(replan::Health(problem.cluster),
                                 replan::layout_of(problem.cluster, base).lanes, plan->pipelines);
  return plan;
}

}  // namespace astrolabe::planning
