#include "core/strategy/fits.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/error_codes.h"

namespace astrolabe::strategy {

namespace {

tl::unexpected<Error> refused(std::string where, std::string found, std::string wanted) {
  return fail(code::impossible_strategy, std::move(where), std::move(found),
              {Wanted::Kind::text, {std::move(wanted)}});
}

Result<void> stages_fit(const Problem& problem, const Strategy& strategy) {
  const std::size_t pools = problem.cluster.pools.size();
  int layers = 0;
  for (const Stage& stage : strategy.stages) {
    if (stage.pool < 0 || static_cast<std::size_t>(stage.pool) >= pools)
      return refused("stages.pool", std::to_string(stage.pool), "a pool of the cluster");
    if (stage.layers < 1)
      return refused("stages.layers", std::to_string(stage.layers), "at least one layer a stage");
    if (stage.recompute_layers < 0 || stage.recompute_layers > stage.layers)
      return refused("stages.recompute_layers", std::to_string(stage.recompute_layers),
                     "at most the layers of the stage");
    layers += stage.layers;
  }
  if (layers != problem.graph->layer_count())
    return refused("stages", counted(layers, "layer"), counted(problem.graph->layer_count(), "layer"));
  if (static_cast<int>(strategy.stages.size()) != strategy.pipeline_parallel)
    return refused("stages", counted(static_cast<std::int64_t>(strategy.stages.size()), "stage"),
                   counted(strategy.pipeline_parallel, "stage"));
  return {};
}

/// Precondition: the stages stand on pools of the cluster.
Result<void> gpus_fit(const hardware::Cluster& cluster, const Strategy& strategy) {
  const std::vector<int> used = gpus_by_pool(cluster, strategy);
  int total = 0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    const hardware::Pool& pool = cluster.pools[i];
    total += used[i];
    if (used[i] > pool.max_gpus || (!cluster.may_leave_unused && used[i] != pool.max_gpus))
      return refused("pools[" + pool.id + "]", std::to_string(used[i]) + " GPUs",
                     std::to_string(pool.max_gpus) + (cluster.may_leave_unused ? " GPUs at most" : " GPUs"));
  }
  if (cluster.max_total_gpus && total > *cluster.max_total_gpus)
    return refused("choose.max_total_gpus", std::to_string(total),
                   std::to_string(*cluster.max_total_gpus) + " GPUs at most");
  return {};
}

/// Precondition: as above.
Result<void> state_fits(const Problem& problem, const Strategy& strategy) {
  const auto stages = static_cast<int>(strategy.stages.size());
  const auto pools = static_cast<int>(problem.cluster.pools.size());
  for (const MovedState& part : strategy.state) {
    if (part.stage < 0 || part.stage >= stages)
      return refused("state.stage", std::to_string(part.stage), "a stage of the strategy");
    if (part.pool < 0 || part.pool >= pools)
      return refused("state.pool", std::to_string(part.pool), "a pool of the cluster");
    const auto gives = [&](int stage) {
      return std::any_of(strategy.state.begin(), strategy.state.end(),
                         [&](const MovedState& other) { return other.stage == stage; });
    };
    bool any = false;
    for (int stage = 0; stage < stages; ++stage)
      any = any || (strategy.stages[static_cast<std::size_t>(stage)].pool == part.pool && !gives(stage));
    if (!any)
      return refused("state.pool", problem.cluster.pools[static_cast<std::size_t>(part.pool)].id,
                     "a pool with a stage that keeps its own state");
  }
  return {};
}

}  // namespace

std::vector<int> gpus_by_pool(const hardware::Cluster& cluster, const Strategy& strategy) {
  std::vector<int> used(cluster.pools.size(), 0);
  for (const Stage& stage : strategy.stages)
    if (stage.pool >= 0 && static_cast<std::size_t>(stage.pool) < used.size())
      used[static_cast<std::size_t>(stage.pool)] += stage.tensor_parallel * strategy.replicas();
  return used;
}

Result<void> fits(const Problem& problem, const Strategy& strategy) {
  if (auto stages = stages_fit(problem, strategy); !stages) return stages;
  if (auto gpus = gpus_fit(problem.cluster, strategy); !gpus) return gpus;
  return state_fits(problem, strategy);
}

std::optional<Rule> broken_rule(const Problem& problem, const Strategy& strategy) {
  Problem named = problem;
  named.job.allowed.try_emplace("zero_stage", std::vector{std::to_string(strategy.zero_stage)});
  const Rule* rule = first_broken_rule_of_ours(named, strategy);
  return rule != nullptr ? std::optional(*rule) : std::nullopt;
}

}  // namespace astrolabe::strategy
