// Filling the cost tables of one GPU type for one problem, on one core: every splitting that the whole space
// of the problem asks of the type, each distinct one once, one after the other.

#include <benchmark/benchmark.h>

#include "tests/benchmarks/splittings.h"

namespace {

using namespace astrolabe;
using namespace astrolabe::benchmarks;

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
