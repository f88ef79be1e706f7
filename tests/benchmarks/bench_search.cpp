// The whole search on a small made-up problem: two pools of different speed, one thread.

#include <benchmark/benchmark.h>

#include "core/engine.h"
#include "tests/core/problems.h"

namespace {

using namespace astrolabe;

void search_two_pools(benchmark::State& state) {
  const auto problem = tests::make_test_problem(
      tests::make_graph(static_cast<int>(state.range(0))),
      tests::make_cluster({tests::make_pool("fast", 2, 8), tests::make_pool("slow", 2, 8, 0.5)}), 2048, 32);
  SearchOptions options;
  options.threads = 1;
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(run_search(problem, options));
}
BENCHMARK(search_two_pools)->Arg(8)->Arg(16)->Unit(benchmark::kMillisecond);

}  // namespace
