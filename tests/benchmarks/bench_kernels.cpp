// Filling the cost tables of one GPU type for one problem, on one core: every splitting that the whole space
// of the problem asks of the type, each distinct one once, one after the other.

#include <benchmark/benchmark.h>

#include <set>

#include "core/cost/shape.h"
#include "core/plan/plan_file.h"
#include "core/strategy/space.h"

namespace {

using namespace astrolabe;

strategy::Problem problem_of(const char* model, const char* node, int nodes) {
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

std::vector<cost::Splitting> splittings_of(const strategy::Problem& problem) {
  const strategy::Space space(problem);
  std::set<cost::Splitting> found;
  strategy::Strategy strategy;
  space.visit([&](const strategy::Group& group) {
    space.start(group, strategy);
    for (std::uint64_t index = 0; index < space.per_group(); ++index) {
      space.choose(index, strategy);
      for (const strategy::Stage& stage : strategy.stages)
        found.insert(cost::splitting_of(strategy, stage.pool, stage.tensor_parallel));
    }
    return true;
  });
  return {found.begin(), found.end()};
}

void fill_tables(benchmark::State& state, const char* model, const char* node, int nodes) {
  const strategy::Problem problem = problem_of(model, node, nodes);
  const std::vector<cost::Splitting> splittings = splittings_of(problem);
  for (auto _ : state) {
    cost::Tables tables(problem);
    for (const cost::Splitting& splitting : splittings) benchmark::DoNotOptimize(&tables.split(splitting));
  }
  state.counters["splittings"] = static_cast<double>(splittings.size());
}
BENCHMARK_CAPTURE(fill_tables, dense, "llama-3.1-70b", "onprem-dgx-h100", 8)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(fill_tables, experts, "mixtral-8x22b", "onprem-dgx-h100", 32)
    ->Unit(benchmark::kMillisecond);

}  // namespace
