// Synthesis of distributed programs: from the graph to the finished program, theory and all speed caps
// included, one thread. Names: model-layers/devices; released: the rules of the released HAP code.
#include <benchmark/benchmark.h>

#include "core/model/model_reader.h"
#include "core/spmd/model_graph.h"
#include "core/spmd/synthesis.h"
#include "tests/core/spmd_cases.h"

namespace bench_spmd {
namespace {

using namespace astrolabe;
using namespace astrolabe::spmd;
using namespace astrolabe::tests;

void synthesis(benchmark::State& state, const Graph& graph, const Devices& devices, bool fold,
               bool baselines) {
  SynthesisOptions options;
  options.fold = fold;
  options.baselines = baselines;
  std::int64_t expanded = 0;
  for (auto _ : state) {
    const auto made = synthesise(graph, devices, options);
    expanded = made->states_expanded;
    benchmark::DoNotOptimize(made->step.value);
  }
  state.counters["states"] = static_cast<double>(expanded);
  state.counters["nodes"] = static_cast<double>(graph.nodes.size());
}

void add(const std::string& name, const char* model, int layers, int devices) {
  const auto with = [&](const std::string& variant, const Graph& graph, bool fold, bool baselines) {
    benchmark::RegisterBenchmark((name + "/" + variant).c_str(), [=](benchmark::State& state) {
      synthesis(state, graph, mixed(devices), fold, baselines);
    })->Unit(benchmark::kMillisecond);
  };
  const Graph forward = released(model, layers, devices), whole = trained(model, layers, devices);
  with("released", forward, true, true);
  with("released unfolded", forward, false, true);
  with("full", whole, true, false);
  with("full unfolded", whole, false, false);
  with("full with baselines", whole, true, true);
}

/// Llama-3.1-70B on 64 devices of three types (P1's bandwidths x 100, as links of such devices have).
void add_llama() {
  const auto architecture = *model::read_model("llama-3.1-70b");
  const Graph graph = *with_backward(*model_graph(architecture, {4096, 64, 2.0}));
  Devices devices = profiled(1, {4.0e14, 1.6e14, 6.0e13}, {16, 16, 32});
  for (CollectiveCost& cost : devices.collectives) cost.bandwidth.value *= 100.0;
  for (const bool fold : {true, false})
    benchmark::RegisterBenchmark(
        fold ? "llama-3.1-70b/64/full" : "llama-3.1-70b/64/full unfolded",
        [=](benchmark::State& state) { synthesis(state, graph, devices, fold, false); })
        ->Unit(benchmark::kMillisecond);
  // The released rules have no operators for it: as many layers of its width in theirs.
  const Graph forward = released("encoder", 80, 64, 64, 8192);
  benchmark::RegisterBenchmark("llama-3.1-70b/64/released", [=](benchmark::State& state) {
    synthesis(state, forward, devices, true, true);
  })->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  add("vgg19/8", "vgg19", 0, 8);
  add("vgg19/64", "vgg19", 0, 64);
  add("bert-12/8", "bert", 12, 8);
  add("bert-12/64", "bert", 12, 64);
  add("vit-12/8", "vit", 12, 8);
  add("vit-12/64", "vit", 12, 64);
  add("vit-24/8", "vit", 24, 8);
  add("vit-48/8", "vit", 48, 8);
  add("encoder-96/8", "encoder", 96, 8);
  add("moe-12/8", "moe", 12, 8);
  add("moe-12/64", "moe", 12, 64);
  add_llama();
  return true;
}();

}  // namespace
}  // namespace bench_spmd
