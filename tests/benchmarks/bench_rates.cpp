// How soon a search has a first answer, and how many complete strategies a core evaluates: the rates of the
// issue "Astra whole". As JSON: astrolabe_bench --benchmark_filter='first_answer|evaluate_'
// --benchmark_format=json.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <stop_token>
#include <string>
#include <vector>

#include "core/cost/shape.h"
#include "core/engine.h"
#include "core/strategy/rules.h"
#include "core/strategy/space.h"
#include "tests/benchmarks/planned.h"
#include "tests/reference/formula.h"

namespace {

using namespace astrolabe;
using benchmarks::planned;

/// Milliseconds from the parsed request to the first picture with a strategy that fits; the search is then
/// given up.
struct FirstAnswer {
  double wall_ms = 1e9, processor_ms = 1e9;
};

FirstAnswer first_answer(const strategy::Problem& problem) {
  SearchOptions options;
  options.threads = 1;
  options.time_limit = 1.0;
  std::stop_source stop;
  FirstAnswer first;
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t processor = std::clock();
  (void)run_search(problem, options, stop.get_token(), [&](const plan::SnapshotPtr& picture) {
    if (picture->best.empty() || stop.stop_requested()) return;
    first.wall_ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    first.processor_ms = 1e3 * static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
    stop.request_stop();
  });
  return first;
}

/// The least of so many runs: both clocks also count what else the machine does.
FirstAnswer least_of(int runs, const strategy::Problem& problem) {
  FirstAnswer least;
  for (int i = 0; i < runs; ++i) {
    const FirstAnswer one = first_answer(problem);
    least.wall_ms = std::min(least.wall_ms, one.wall_ms);
    least.processor_ms = std::min(least.processor_ms, one.processor_ms);
  }
  return least;
}

void first_answer_one_type(benchmark::State& state, const char* model) {
  const strategy::Problem problem = planned({model, {"onprem-dgx-h100"}, static_cast<int>(state.range(0))});
  FirstAnswer least;
  for (auto _ : state) least = least_of(5, problem);
  state.counters["wall_ms"] = least.wall_ms;
  state.counters["processor_ms"] = least.processor_ms;
}
BENCHMARK_CAPTURE(first_answer_one_type, gpt3_175b, "gpt3-175b")
    ->Arg(512)
    ->Arg(4096)
    ->Arg(65536)
    ->Iterations(1);
BENCHMARK_CAPTURE(first_answer_one_type, llama_405b, "llama-3.1-405b")
    ->Arg(512)
    ->Arg(4096)
    ->Arg(65536)
    ->Iterations(1);

/// 60 cases of two and three types: the 50th and 95th percentile and the longest, each case the least of
/// three runs.
void first_answer_mixed(benchmark::State& state) {
  const std::vector<const char*> nodes{"onprem-dgx-h100", "onprem-dgx-a100-80", "onprem-dgx-h200"};
  std::vector<double> wall, processor;
  for (auto _ : state)
    for (const char* model :
         {"llama-3.1-8b", "llama-3.1-70b", "gpt3-175b", "mixtral-8x22b", "qwen3-235b-a22b", "llama-3.1-405b"})
      for (const int types : {2, 3})
        for (const int gpus : {64, 128, 256, 512, 1024}) {
          const strategy::Problem problem = planned({model, {nodes.begin(), nodes.begin() + types}, gpus});
          const FirstAnswer least = least_of(3, problem);
          if (least.wall_ms >= 1e9) continue;  // nothing fits
          wall.push_back(least.wall_ms);
          processor.push_back(least.processor_ms);
        }
  const auto at = [](std::vector<double>& times, double share) {
    std::sort(times.begin(), times.end());
    return times[static_cast<std::size_t>(std::lround(share * static_cast<double>(times.size() - 1)))];
  };
  state.counters["cases"] = static_cast<double>(wall.size());
  state.counters["wall_p50_ms"] = at(wall, 0.5);
  state.counters["wall_p95_ms"] = at(wall, 0.95);
  state.counters["processor_p50_ms"] = at(processor, 0.5);
  state.counters["processor_p95_ms"] = at(processor, 0.95);
  state.counters["processor_most_ms"] = at(processor, 1.0);
}
BENCHMARK(first_answer_mixed)->Iterations(1);

/// Complete strategies a second with the schedule played, tables filled: every part of the time, memory of
/// every stage, money. GPT-3 175B on 4,096 H100, 16 stages of 8 x 32 GPUs, by stages x micro-batches; two
/// splits of the layers, even and not.
void evaluate_played(benchmark::State& state) {
  constexpr int stages = 16;
  const int micro_batches = static_cast<int>(state.range(0)) / stages;
  const strategy::Problem problem = planned(
      {.model = "gpt3-175b", .nodes = {"onprem-dgx-h100"}, .gpus_each = 4096, .batch = 32 * micro_batches});
  strategy::Strategy strategy;
  strategy.tensor_parallel = 8;
  strategy.pipeline_parallel = stages;
  strategy.data_parallel = strategy.sharding_group = 32;
  strategy.sequence_parallel = strategy.overlap_grad_reduce = strategy.overlap_param_gather = true;
  strategy.zero_stage = 1;
  std::vector<std::vector<int>> splits(2, std::vector<int>(stages, 6));
  splits[1].front() = 5;
  splits[1][3] = 7;
  strategy.stages.assign(stages, {0, 6, 8, strategy::Recompute::none, 0});
  cost::Tables tables(problem);
  std::size_t at = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(cost::Shape(tables, strategy).evaluate(splits[at++ % splits.size()]));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(evaluate_played)->RangeMultiplier(2)->Range(256, 65536);

/// Complete strategies a second by closed formula, over every legal layout of the space: tensor parallelism,
/// replicas, stages, micro-batch, recomputation, ZeRO 0 and 1, interleaved or not.
void evaluate_formula(benchmark::State& state) {
  const strategy::Problem problem = planned({"gpt3-175b", {"onprem-dgx-h100"}, 4096});
  cost::Tables tables(problem);
  struct Case {
    strategy::Strategy strategy;
    const cost::SplitCost* split;
    const cost::SplitParts* parts;
  };
  std::vector<Case> cases;
  const strategy::Space space(problem);
  strategy::Strategy strategy;
  space.visit([&](const strategy::Group& group) {
    for (std::uint64_t index = 0; index < space.per_group(); ++index) {
      space.configuration(group, index, strategy);
      if (strategy::first_broken_rule(problem, strategy) != nullptr) continue;
      const cost::Splitting splitting = cost::splitting_of(strategy, 0, strategy.tensor_parallel);
      Case made{strategy, &tables.split(splitting), &tables.parts(splitting)};
      made.strategy.stages.clear();
      cases.push_back(std::move(made));
    }
    return true;
  });
  cost::Formula formula;
  std::size_t at = 0;
  for (auto _ : state) {
    const Case& one = cases[at++ % cases.size()];
    cost::evaluate_formula(tables, one.strategy, 0, *one.split, *one.parts, formula);
    benchmark::DoNotOptimize(formula);
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["layouts"] = static_cast<double>(cases.size());
}
BENCHMARK(evaluate_formula);

}  // namespace
