#include "core/planning/slow_left_out.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/hardware/usable_gpus.h"
#include "core/replan/layout.h"

namespace astrolabe::planning {

namespace {

strategy::Problem slow_as_failed(const strategy::Problem& problem) {
  strategy::Problem failed = problem;
  // The limits of the marks that are there are taken back before those of others are laid over it.
  failed.cluster = hardware::without_marks(problem.cluster);
  for (std::size_t p = 0; p < problem.cluster.pools.size(); ++p) {
    const hardware::Pool& marked = problem.cluster.pools[p];
    hardware::Pool& pool = failed.cluster.pools[p];
    pool.spares = marked.spares;
    pool.failed = marked.failed;
    for (const hardware::SlowSpec& slow : marked.slow) pool.failed.push_back({slow.node, slow.gpu});
    hardware::apply_marks(pool);
  }
  return failed;
}

/// GPUs that work and that the plan leaves idle of those that ran.
std::vector<replan::GpuId> idle_of(const strategy::Problem& problem, const strategy::Strategy& base,
                                   const replan::Plan& plan) {
  std::set<replan::GpuId> used;
  for (const replan::Pipeline& pipeline : plan.pipelines)
    for (const replan::Stage& stage : pipeline.stages) used.insert(stage.gpus.begin(), stage.gpus.end());
  const replan::Health health(problem.cluster);
  std::vector<replan::GpuId> idle;
  for (const replan::Lane& lane : replan::layout_of(problem.cluster, base).lanes)
    for (const replan::LaneStage& stage : lane.stages)
      for (const replan::GpuId& gpu : stage.gpus)
        if (!used.contains(gpu) && !health.of({gpu}).failed) idle.push_back(gpu);
  return idle;
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
  if (plan) plan->idle = idle_of(problem, base, *plan);
  return plan;
}

}  // namespace astrolabe::planning
