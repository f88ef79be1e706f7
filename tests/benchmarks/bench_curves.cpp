// How the time to a proven answer grows: with layers, GPUs, types and cores, over a grid of mixed clusters
// with slow links between the pools, and what memory it takes. Times are of the processor, one worker,
// tolerance 0. As JSON: astrolabe_bench --benchmark_filter=curve --benchmark_format=json.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/engine.h"
#include "core/model/model_reader.h"
#include "tests/benchmarks/planned.h"

namespace {

using namespace astrolabe;
using benchmarks::planned;

const std::vector<const char*>& kNodes = benchmarks::node_types();

plan::SnapshotPtr proven(const strategy::Problem& problem, int threads = 1, double limit = 20.0) {
  SearchOptions options;
  options.threads = threads;
  options.top = 1;
  options.time_limit = limit;
  options.near_answers = false;  // as `plan` asks
  return run_search(problem, options);
}

double processor_ms() { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void report(benchmark::State& state, const plan::Snapshot& answer) {
  state.counters["space"] = static_cast<double>(answer.space.total);
  state.counters["gap"] = answer.gap;
  state.counters["proven"] = answer.status == plan::Status::optimal ? 1.0 : 0.0;
}

/// Llama-3.1-405B with fewer layers, 4,096 H100.
void curve_layers(benchmark::State& state) {
  std::string text;
  for (const model::BuiltInModel& model : model::built_in_models())
    if (model.id == "llama-3.1-405b") text = model.config;
  Json config = Json::parse(text);
  config["num_hidden_layers"] = state.range(0);
  const strategy::Problem problem = planned({.model = "llama-3.1-405b.json",
                                             .nodes = {"onprem-dgx-h100"},
                                             .gpus_each = 4096,
                                             .model_text = config.dump()});
  plan::SnapshotPtr answer;
  for (auto _ : state) answer = proven(problem);
  report(state, *answer);
}
BENCHMARK(curve_layers)
    ->Arg(16)
    ->Arg(32)
    ->Arg(48)
    ->Arg(64)
    ->Arg(80)
    ->Arg(96)
    ->Arg(126)
    ->Unit(benchmark::kMillisecond);

void curve_gpus(benchmark::State& state, const char* model) {
  const strategy::Problem problem = planned({model, {"onprem-dgx-h100"}, static_cast<int>(state.range(0))});
  plan::SnapshotPtr answer;
  for (auto _ : state) answer = proven(problem);
  report(state, *answer);
}
BENCHMARK_CAPTURE(curve_gpus, llama_405b, "llama-3.1-405b")
    ->RangeMultiplier(2)
    ->Range(512, 65536)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(curve_gpus, gpt3_175b, "gpt3-175b")
    ->RangeMultiplier(2)
    ->Range(512, 65536)
    ->Unit(benchmark::kMillisecond);

/// Llama-3.1-70B on one to five types of 64 GPUs, then 256.
void curve_types(benchmark::State& state, int workers) {
  const strategy::Problem problem = planned(
      {"llama-3.1-70b", {kNodes.begin(), kNodes.begin() + state.range(1)}, static_cast<int>(state.range(0))});
  plan::SnapshotPtr answer;
  for (auto _ : state) answer = proven(problem, workers);
  report(state, *answer);
}
BENCHMARK_CAPTURE(curve_types, one_worker, 1)
    ->ArgsProduct({{64, 256}, {1, 2, 3, 4, 5}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(curve_types, two_workers, 2)
    ->ArgsProduct({{64, 256}, {3, 4, 5}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// One search with 1, 2, 4 workers; the clock on the wall counts here.
void curve_cores(benchmark::State& state) {
  const strategy::Problem problem =
      planned({"llama-3.1-70b", {kNodes.begin(), kNodes.begin() + 3}, 256, true});
  plan::SnapshotPtr answer;
  for (auto _ : state) answer = proven(problem, static_cast<int>(state.range(0)));
  report(state, *answer);
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  state.counters["peak_MB"] = static_cast<double>(used.ru_maxrss) * 1024.0 / 1e6;
}
BENCHMARK(curve_cores)->Arg(1)->Arg(2)->Arg(4)->UseRealTime()->Unit(benchmark::kMillisecond);

/// The mixed grid. Percentiles of processor time for one worker, of the wall's for several.
void curve_mixed_grid(benchmark::State& state) {
  const auto workers = static_cast<int>(state.range(0));
  std::vector<double> times;
  int cases = 0, open = 0;
  for (auto _ : state)
    for (const benchmarks::Request& request : benchmarks::mixed_grid()) {
      const strategy::Problem problem = planned(request);
      const double begin = processor_ms();
      const plan::SnapshotPtr answer = proven(problem, workers, 10.0);
      ++cases;
      if (answer->status == plan::Status::infeasible) continue;
      times.push_back(workers > 1 ? answer->seconds * 1e3 : processor_ms() - begin);
      open += answer->status == plan::Status::optimal ? 0 : 1;
    }
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(std::lround(share * static_cast<double>(times.size() - 1)))];
  };
  state.counters["cases"] = cases;
  state.counters["with_answer"] = static_cast<double>(times.size());
  state.counters["not_proven"] = open;
  state.counters["p50_ms"] = at(0.5);
  state.counters["p95_ms"] = at(0.95);
  state.counters["most_ms"] = times.back();
}
BENCHMARK(curve_mixed_grid)->Arg(1)->Arg(2)->Iterations(1);

}  // namespace
