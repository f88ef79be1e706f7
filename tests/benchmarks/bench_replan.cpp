// Re-planning of a layout that runs on 1,024 GPUs with 1 to 8 of them slow, each in a node of its own: the
// target is 300 ms, so that marking a GPU shows the new plan at once.
#include <benchmark/benchmark.h>

#include <cstdlib>

#include "core/hardware/usable_gpus.h"
#include "core/replan/replan.h"
#include "tests/benchmarks/planned.h"

namespace {

using namespace astrolabe;

constexpr int kGpus = 1024, kTensor = 8, kStages = 8;

strategy::Strategy running_on(const strategy::Problem& problem) {
  strategy::Strategy strategy;
  strategy.tensor_parallel = kTensor;
  strategy.pipeline_parallel = kStages;
  strategy.data_parallel = kGpus / kTensor / kStages;
  strategy.zero_stage = 1;
  strategy.sharding_group = strategy.data_parallel;
  const int layers = problem.graph->layer_count();
  for (int j = 0; j < kStages; ++j)
    strategy.stages.push_back({0, layers * (j + 1) / kStages - layers * j / kStages, kTensor});
  return strategy;
}

void replan_1024(benchmark::State& state) {
  strategy::Problem problem = benchmarks::planned({.nodes = {"onprem-dgx-h100"}, .gpus_each = kGpus});
  hardware::Pool& pool = problem.cluster.pools.front();
  for (int i = 0; i < state.range(0); ++i) pool.slow.push_back({16 * i + 3, i, 1.5 + 0.5 * i, 1.0});
  hardware::apply_marks(pool);
  const strategy::Strategy running = running_on(problem);
  double best = 0.0;
  for (auto _ : state) {
    const auto answer = replan::replan(problem, running);
    if (!answer) std::abort();  // the layout fits
    best = answer->plans[static_cast<std::size_t>(answer->recommended.value_or(0))].step_seconds;
  }
  state.counters["step_seconds"] = best;
}
BENCHMARK(replan_1024)->DenseRange(1, 8)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
