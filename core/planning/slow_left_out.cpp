#include "core/planning/slow_left_out.h"

#include <algorithm>
#include <utility>

#include "core/hardware/usable_gpus.h"
#include "core/replan/layout.h"
#include "core/replan/plans.h"

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

std::optional<replan::Plan> fastest_around(const strategy::Problem& problem, const strategy::Strategy& base,
                                           PlanWork& work) {
  replan::Planner planner(problem, base);
  std::optional<std::pair<double, replan::Kind>> least;
  const int kinds = planner.layout().changed() ? replan::kKinds : 1;
  for (int i = 0; i < kinds && !work.stop.stop_requested(); ++i) {
    const auto kind = static_cast<replan::Kind>(i);
    const std::optional<double> seconds = planner.seconds(kind);
    if (seconds && (!least || *seconds < least->first)) least = {*seconds, kind};
  }
  std::optional<replan::Plan> plan;
  if (least && !work.stop.stop_requested()) plan = planner.plan(least->second);
  work.done += planner.work();
  return plan;
}

std::optional<replan::Plan> fastest_without_slow(const strategy::Problem& problem,
                                                 const strategy::Strategy& base, PlanWork& work) {
  std::optional<replan::Plan> plan = fastest_around(slow_as_failed(problem), base, work);
  if (plan)
    plan->idle = replan::idle_of(replan::Health(problem.cluster),
                                 replan::layout_of(problem.cluster, base).lanes, plan->pipelines);
  return plan;
}

}  // namespace astrolabe::planning
