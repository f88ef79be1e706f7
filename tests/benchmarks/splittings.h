#pragma once
// What filling the cost tables of one GPU type for one problem asks for: every splitting of a layer that the
// whole space of the problem names, each distinct one once.

#include <cstdint>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include "core/cost/shape.h"
#include "core/plan/plan_file.h"
#include "core/strategy/space.h"

namespace astrolabe::benchmarks {

inline strategy::Problem problem_of(const char* model, const char* node, int nodes) {
  plan::Plan plan;
  plan.model_name = model;
  hardware::PoolSpec pool;
  pool.id = "pool";
  pool.node = node;
  pool.nodes = nodes;
  plan.cluster.pools = {pool};
  plan.job.sequence_length = 4096;
  plan.job.global_batch = 1024;
  plan.job.tokens = 1e12;
  auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
  if (!problem) std::abort();
  return std::move(*problem);
}

/// Of configurations that break no rule: a search asks for no other.
inline std::vector<cost::Splitting> splittings_of(const strategy::Problem& problem) {
  const strategy::Space space(problem);
  std::vector<const strategy::Rule*> rules;
  for (const strategy::Rule& rule : strategy::rules_of(problem)) rules.push_back(&rule);
  std::set<cost::Splitting> found;
  strategy::Strategy strategy;
  space.visit([&](const strategy::Group& group) {
    space.start(group, strategy);
    space.visit_settings(strategy, rules, [&](std::uint64_t index) {
      space.choose(index, strategy);
      for (const strategy::Stage& stage : strategy.stages)
        found.insert(cost::splitting_of(strategy, stage.pool, stage.tensor_parallel));
    });
    return true;
  });
  return {found.begin(), found.end()};
}

}  // namespace astrolabe::benchmarks
