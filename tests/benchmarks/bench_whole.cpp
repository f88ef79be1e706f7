// Whole searches at the size people plan for: built-in models on catalogue nodes, one type, mixed, with free
// counts, and an edit of the sample. Counters: configurations in the space, the proven gap, and 1 where
// optimality was proven. As JSON: astrolabe_bench --benchmark_filter=whole --benchmark_format=json.
#include <benchmark/benchmark.h>

#include <array>
#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

#include "core/cost/shape.h"
#include "core/engine.h"
#include "core/search/certify.h"
#include "core/verify/verify.h"
#include "tests/benchmarks/planned.h"

namespace {

using namespace astrolabe;
using benchmarks::planned;

void search(benchmark::State& state, const strategy::Problem& problem, strategy::Objective objective,
            int workers = 1, int top = 20) {
  SearchOptions options;
  options.objective = objective;
  options.threads = workers;
  options.top = top;
  options.near_answers = false;  // as `plan` asks
  options.time_limit = 20.0;
  plan::SnapshotPtr answer;
  for (auto _ : state) answer = run_search(problem, options);
  state.counters["space"] = static_cast<double>(answer->space.total);
  state.counters["evaluated"] = static_cast<double>(answer->space.evaluated);
  state.counters["gap"] = answer->gap;
  state.counters["proven"] = answer->status == plan::Status::optimal ? 1.0 : 0.0;
}

void whole_one_type(benchmark::State& state, const char* model, bool choose) {
  search(state, planned({model, {"onprem-dgx-h100"}, static_cast<int>(state.range(0)), choose}),
         strategy::Objective::throughput);
}
BENCHMARK_CAPTURE(whole_one_type, gpt3_175b, "gpt3-175b", false)
    ->Arg(512)
    ->Arg(4096)
    ->Arg(65536)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_one_type, llama_405b, "llama-3.1-405b", false)
    ->Arg(512)
    ->Arg(4096)
    ->Arg(65536)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_one_type, gpt3_175b_free, "gpt3-175b", true)
    ->Arg(512)
    ->Arg(4096)
    ->Unit(benchmark::kMillisecond);

void whole_mixed(benchmark::State& state, const char* model, bool choose, strategy::Objective objective) {
  std::vector<const char*> nodes{"onprem-dgx-h100", "onprem-dgx-a100-80", "onprem-dgx-h200"};
  nodes.resize(static_cast<std::size_t>(state.range(1)));
  search(state, planned({model, nodes, static_cast<int>(state.range(0)), choose, objective}), objective);
}
BENCHMARK_CAPTURE(whole_mixed, llama_70b, "llama-3.1-70b", false, strategy::Objective::throughput)
    ->ArgsProduct({{64, 256, 1024}, {2, 3}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_mixed, llama_70b_free, "llama-3.1-70b", true, strategy::Objective::throughput)
    ->ArgsProduct({{64, 256}, {2, 3}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_mixed, gpt3_175b_free, "gpt3-175b", true, strategy::Objective::throughput)
    ->Args({256, 3})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_mixed, llama_405b_free, "llama-3.1-405b", true, strategy::Objective::throughput)
    ->Args({256, 3})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_mixed, mixtral_8x22b_free, "mixtral-8x22b", true, strategy::Objective::throughput)
    ->Args({256, 3})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_mixed, deepseek_v3_free, "deepseek-v3", true, strategy::Objective::throughput)
    ->Args({256, 3})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_mixed, llama_70b_money, "llama-3.1-70b", true, strategy::Objective::pareto)
    ->ArgsProduct({{64, 256, 1024}, {2, 3}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_mixed, gpt3_175b_money, "gpt3-175b", true, strategy::Objective::pareto)
    ->Args({1024, 3})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_mixed, llama_405b_money, "llama-3.1-405b", true, strategy::Objective::pareto)
    ->Args({1024, 3})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_mixed, mixtral_8x22b_money, "mixtral-8x22b", true, strategy::Objective::pareto)
    ->Args({1024, 3})
    ->Unit(benchmark::kMillisecond);

/// The set at prices as people pay them: USD an hour of a GPU, where the fastest is not the cheapest.
void whole_priced(benchmark::State& state, const char* third, double third_usd) {
  const int gpus = static_cast<int>(state.range(0));
  plan::Plan plan = benchmarks::plan_of({"llama-3.1-70b",
                                         {"onprem-dgx-h100", "onprem-dgx-a100-80", third},
                                         gpus,
                                         true,
                                         strategy::Objective::pareto});
  const std::array<double, 3> prices{6.155, 2.70, third_usd};
  for (std::size_t i = 0; i < prices.size(); ++i) plan.cluster.pools[i].usd_per_gpu_hour = prices[i];
  search(state, plan::make_problem(plan, hardware::Catalogue::built_in()).value(),
         strategy::Objective::pareto);
}
BENCHMARK_CAPTURE(whole_priced, h200, "onprem-dgx-h200", 6.30)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_priced, a100_40, "oci-bm-gpu4-8", 2.40)->Arg(1024)->Unit(benchmark::kMillisecond);

/// The first of them, or the set, with as many workers as a third argument says, on the wall.
void whole_workers(benchmark::State& state, const char* model, strategy::Objective objective) {
  std::vector<const char*> nodes{"onprem-dgx-h100", "onprem-dgx-a100-80", "onprem-dgx-h200"};
  nodes.resize(static_cast<std::size_t>(state.range(1)));
  search(state, planned({model, nodes, static_cast<int>(state.range(0)), true, objective}), objective,
         static_cast<int>(state.range(2)), 1);
}
BENCHMARK_CAPTURE(whole_workers, llama_70b_free, "llama-3.1-70b", strategy::Objective::throughput)
    ->ArgsProduct({{256}, {3}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_workers, gpt3_175b_free, "gpt3-175b", strategy::Objective::throughput)
    ->ArgsProduct({{256}, {3}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_workers, llama_405b_free, "llama-3.1-405b", strategy::Objective::throughput)
    ->ArgsProduct({{256}, {3}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_workers, mixtral_8x22b_free, "mixtral-8x22b", strategy::Objective::throughput)
    ->ArgsProduct({{256}, {3}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_workers, deepseek_v3_free, "deepseek-v3", strategy::Objective::throughput)
    ->ArgsProduct({{256}, {3}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_workers, llama_70b_money, "llama-3.1-70b", strategy::Objective::pareto)
    ->ArgsProduct({{64, 256, 1024}, {3}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_workers, gpt3_175b_money, "gpt3-175b", strategy::Objective::pareto)
    ->ArgsProduct({{1024}, {3}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_workers, llama_405b_money, "llama-3.1-405b", strategy::Objective::pareto)
    ->ArgsProduct({{1024}, {3}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_workers, mixtral_8x22b_money, "mixtral-8x22b", strategy::Objective::pareto)
    ->ArgsProduct({{1024}, {3}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// Six types, each up to so many GPUs: until the set of time and money is whole over plans that mix at most
/// so many of them.
void whole_mixtures(benchmark::State& state) {
  const strategy::Problem problem = planned({"llama-3.1-70b",
                                             {"onprem-dgx-h100", "onprem-dgx-a100-80", "onprem-dgx-h200",
                                              "onprem-dgx-b200", "onprem-dgx-b300", "aws-g6e-48xlarge"},
                                             static_cast<int>(state.range(0)),
                                             true,
                                             strategy::Objective::pareto});
  SearchOptions options;
  options.objective = strategy::Objective::pareto;
  options.threads = 1;
  options.time_limit = 30.0;
  plan::SnapshotPtr answer;
  for (auto _ : state) {
    std::stop_source enough;
    answer = run_search(problem, options, enough.get_token(), [&](const plan::SnapshotPtr& now) {
      if (now->pools_proven >= state.range(1)) enough.request_stop();
    });
  }
  state.counters["gap"] = answer->gap;
  state.counters["pools_proven"] = answer->pools_proven;
}
BENCHMARK(whole_mixtures)->ArgsProduct({{256, 1024}, {2, 3}})->Unit(benchmark::kMillisecond);

/// The certificate of an answer: time to write it and to check it, size and nodes.
void whole_certificate(benchmark::State& state, const char* model, bool choose) {
  std::vector<const char*> nodes{"onprem-dgx-h100", "onprem-dgx-a100-80", "onprem-dgx-h200"};
  if (state.range(1) > 3) nodes = benchmarks::node_types();
  nodes.resize(static_cast<std::size_t>(state.range(1)));
  const strategy::Problem problem = planned({model, nodes, static_cast<int>(state.range(0)), choose});
  SearchOptions options;
  options.top = 1;
  const plan::SnapshotPtr answer = run_search(problem, options);
  if (answer->status != plan::Status::optimal) return state.SkipWithError("not proven");
  std::string bytes;
  for (auto _ : state)
    bytes = verify::encode(
        search::certify(problem, strategy::Objective::throughput, {answer->best.front().strategy}).value());
  const auto start = std::chrono::steady_clock::now();
  const verify::Certificate certificate = verify::decode(bytes).value();
  const verify::Finding finding = verify::check(certificate, problem);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (!finding.accepted) return state.SkipWithError(finding.reason.c_str());
  state.counters["bytes"] = static_cast<double>(bytes.size());
  state.counters["nodes"] = static_cast<double>(finding.nodes);
  state.counters["check_seconds"] = seconds.count();
}
BENCHMARK_CAPTURE(whole_certificate, llama_405b, "llama-3.1-405b", false)
    ->Args({4096, 1})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_certificate, llama_70b, "llama-3.1-70b", false)
    ->ArgsProduct({{64, 1024}, {2, 3}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_certificate, llama_70b, "llama-3.1-70b", false)
    ->Args({256, 5})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_certificate, llama_70b_free, "llama-3.1-70b", true)
    ->Args({256, 3})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_certificate, mixtral_free, "mixtral-8x22b", true)
    ->Args({256, 3})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_certificate, deepseek, "deepseek-v3", false)
    ->Args({256, 3})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_certificate, deepseek_free, "deepseek-v3", true)
    ->Args({256, 3})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

/// One more node in the sample: the time until the new answer is proven.
void whole_sample_edit(benchmark::State& state) {
  plan::Plan plan = plan::sample_plan();
  plan.cluster.pools[0].nodes += 1;
  search(state, plan::make_problem(plan, hardware::Catalogue::built_in()).value(),
         strategy::Objective::throughput);
}
BENCHMARK(whole_sample_edit)->Unit(benchmark::kMillisecond);

/// Complete strategies a second with filled tables: every part of the time, memory of every stage.
void whole_evaluations(benchmark::State& state) {
  const strategy::Problem problem = planned({"gpt3-175b", {"onprem-dgx-h100"}, 4096});
  const plan::SnapshotPtr answer = run_search(problem, {});
  cost::Tables tables(problem);
  std::size_t at = 0;
  for (auto _ : state) {
    const strategy::Strategy& strategy = answer->best[at++ % answer->best.size()].strategy;
    std::vector<int> layers;
    for (const strategy::Stage& stage : strategy.stages) layers.push_back(stage.layers);
    benchmark::DoNotOptimize(cost::Shape(tables, strategy).evaluate(layers, true));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(whole_evaluations);

}  // namespace
