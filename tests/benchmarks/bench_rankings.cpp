// What the 20 best take beside the first alone, two workers, wall, tolerance 0: every request of the mixed
// grid by itself (ranking/MODEL/TYPES/GPUS EACH/LINK), all of them at once (ranking_grid), one type of
// 65,536, and odd counts of one type (odd_grid). The first and the ranking are searched in turn, so that what
// others do on the machine meets both.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/engine.h"
#include "tests/benchmarks/planned.h"

namespace {

using namespace astrolabe;
using benchmarks::planned;
using benchmarks::Request;

constexpr int kPlaces = 20, kRuns = 3;

struct Times {
  double first = 1e300, all = 1e300;  ///< seconds, the least of the runs
  plan::SnapshotPtr answer;           ///< the ranking
  bool whole() const { return answer->places_proven.value_or(0) == static_cast<int>(answer->best.size()); }
};

plan::SnapshotPtr searched(const strategy::Problem& problem, int top) {
  SearchOptions options;
  options.threads = 2;
  options.top = top;
  options.time_limit = 20.0;
  options.near_answers = false;  // as `plan` asks
  return run_search(problem, options);
}

Times timed(const Request& request) {
  const strategy::Problem problem = planned(request);
  Times times;
  for (int run = 0; run < kRuns; ++run) {
    times.first = std::min(times.first, searched(problem, 1)->seconds);
    times.answer = searched(problem, kPlaces);
    times.all = std::min(times.all, times.answer->seconds);
  }
  return times;
}

void ranking(benchmark::State& state, const Request& request) {
  Times times;
  for (auto _ : state) times = timed(request);
  state.counters["first_ms"] = times.first * 1e3;
  state.counters["all_ms"] = times.all * 1e3;
  state.counters["times_first"] = times.all / times.first;
  state.counters["places"] = static_cast<double>(times.answer->best.size());
  state.counters["proven"] = times.answer->places_proven.value_or(0);
  state.counters["gap"] = times.answer->ranking_gap;
}

void ranking_grid(benchmark::State& state) {
  std::vector<double> ratios;
  int whole = 0;
  for (auto _ : state)
    for (const Request& request : benchmarks::mixed_grid()) {
      const Times times = timed(request);
      if (times.answer->best.empty()) continue;
      ratios.push_back(times.all / times.first);
      whole += times.whole() ? 1 : 0;
    }
  std::sort(ratios.begin(), ratios.end());
  state.counters["with_answer"] = static_cast<double>(ratios.size());
  state.counters["whole"] = whole;
  state.counters["p50_times_first"] = ratios[ratios.size() / 2];
  state.counters["most_times_first"] = ratios.back();
  state.counters["above_3"] =
      static_cast<double>(std::count_if(ratios.begin(), ratios.end(), [](double r) { return r > 3.0; }));
}
BENCHMARK(ranking_grid)->Iterations(1)->Unit(benchmark::kMillisecond);

/// One type, counts of GPUs that are no powers of two and batches of many sizes: how many of the first, and
/// of the rankings, are proven, and the longest of either.
void odd_grid(benchmark::State& state) {
  double first = 0.0, all = 0.0;
  int answers = 0, proven = 0, whole = 0;
  for (auto _ : state)
    for (const char* model : {"llama-3.1-8b", "llama-3.1-70b", "llama-3.1-405b", "gpt3-175b", "megatron-1t",
                              "mixtral-8x22b", "deepseek-v3"})
      for (const int batch : {384, 1024, 1536, 2048})
        for (const int gpus : {96, 384, 1024, 1536, 3072, 6144, 10240, 24576, 40960, 57344}) {
          const strategy::Problem problem =
              planned({.model = model, .nodes = {"onprem-dgx-h100"}, .gpus_each = gpus, .batch = batch});
          const plan::SnapshotPtr one = searched(problem, 1);
          if (one->best.empty()) continue;
          ++answers;
          first = std::max(first, one->seconds);
          proven += one->places_proven.value_or(0) == 1 ? 1 : 0;
          const Times times = {one->seconds, 0.0, searched(problem, kPlaces)};
          all = std::max(all, times.answer->seconds);
          whole += times.whole() ? 1 : 0;
        }
  state.counters["with_answer"] = answers;
  state.counters["first_proven"] = proven;
  state.counters["whole"] = whole;
  state.counters["longest_first_ms"] = first * 1e3;
  state.counters["longest_all_ms"] = all * 1e3;
}
BENCHMARK(odd_grid)->Iterations(1)->Unit(benchmark::kMillisecond);

const bool kRegistered = [] {
  const auto add = [](const std::string& name, const Request& request) {
    benchmark::RegisterBenchmark(("ranking/" + name).c_str(), ranking, request)
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  };
  for (const Request& request : benchmarks::mixed_grid())
    add(std::string(request.model) + "/" + std::to_string(request.nodes.size()) + "/" +
            std::to_string(request.gpus_each) + "/" +
            std::to_string(static_cast<int>(request.between_gb_per_s)),
        request);
  for (const char* model : {"llama-3.1-8b", "llama-3.1-70b", "llama-3.1-405b", "gpt3-175b", "megatron-1t",
                            "mixtral-8x22b", "deepseek-v3"})
    for (const int gpus : {512, 4096, 65536})
      add(std::string(model) + "/1/" + std::to_string(gpus),
          {.model = model, .nodes = {"onprem-dgx-h100"}, .gpus_each = gpus});
  return true;
}();

}  // namespace
