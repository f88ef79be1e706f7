// From a configuration text to the operator graph: what happens before a search starts.

#include <benchmark/benchmark.h>

#include "core/model/graph.h"
#include "core/model/model_reader.h"

namespace {

void read_built_in_model(benchmark::State& state, const char* id) {
  for ([[maybe_unused]] auto _ : state) {
    const auto architecture = astrolabe::model::read_model(id);
    if (!architecture) return state.SkipWithError("the model cannot be read");
    benchmark::DoNotOptimize(astrolabe::model::build_graph(*architecture));
  }
}
BENCHMARK_CAPTURE(read_built_in_model, dense, "llama-3.1-70b");
BENCHMARK_CAPTURE(read_built_in_model, experts, "deepseek-v3");

/// 10,000 layers of two kinds.
void read_many_layers(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(astrolabe::model::read_config(
        R"({"text_config": {"model_type": "qwen3_next", "num_hidden_layers": 10000}})", "layers"));
}
BENCHMARK(read_many_layers)->Unit(benchmark::kMillisecond);

}  // namespace
