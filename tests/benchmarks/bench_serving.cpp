// Load points and searches of serving, of one core. Rates are per second of processor time:
//   astrolabe_bench --benchmark_filter='load_point|deployments'
#include <benchmark/benchmark.h>

#include <string>

#include "core/deploy/search.h"
#include "core/hardware/catalogue.h"
#include "core/model/model_reader.h"
#include "core/plan/samples.h"
#include "core/planning/deployments.h"
#include "core/serving/predict.h"

namespace {

using namespace astrolabe;

serving::StepModel step_of(const std::string& model, const std::string& gpu, int tensor_parallel) {
  serving::Question question;
  question.shape = serving::shape_of(*model::read_model(model));
  question.machine = *serving::machine_of(*hardware::Catalogue::built_in().find_gpu(gpu));
  question.engine = serving::engine_of(serving::Runtime::vllm);
  question.weights = question.cache = serving::DataType::fp8;
  serving::Worker worker;
  worker.tensor_parallel = tensor_parallel;
  return serving::step_model(question, worker);
}

constexpr double kOutput = 1000.0;
constexpr int kPoints = 64;

/// A load curve of `model`: closed loops of 8 to 512 requests in flight.
void closed_load_points(benchmark::State& state, const std::string& model, const std::string& gpu,
                        int tensor_parallel) {
  const serving::StepModel step = step_of(model, gpu, tensor_parallel);
  const serving::Demand demand{.input = 1000.0, .output = kOutput};
  for (auto _ : state)
    for (int i = 1; i <= kPoints; ++i)
      benchmark::DoNotOptimize(serving::closed_loop(step, demand, 8.0 * i, 1e9).rate);
  state.SetItemsProcessed(state.iterations() * kPoints);
}

/// Poisson arrivals up to what 512 in flight do.
void open_load_points(benchmark::State& state, const std::string& model, const std::string& gpu,
                      int tensor_parallel) {
  const serving::StepModel step = step_of(model, gpu, tensor_parallel);
  const serving::Demand demand{.input = 1000.0, .output = kOutput};
  const double most = serving::closed_loop(step, demand, 512.0, 1e9).rate;
  for (auto _ : state)
    for (int i = 1; i <= kPoints; ++i)
      benchmark::DoNotOptimize(serving::open_loop(step, demand, most * i / kPoints, 1e9).tpot);
  state.SetItemsProcessed(state.iterations() * kPoints);
}

/// The answer of a sample that serves, without the window: 100 ms are asked.
void deployments_of_sample(benchmark::State& state, const std::string& name) {
  const auto question =
      planning::make_question(plan::serving_sample_named(name), hardware::Catalogue::built_in());
  const auto asked = planning::deploy_question_of(**question);
  deploy::Settings settings;
  for (auto _ : state) benchmark::DoNotOptimize(deploy::find_fleets(*asked, settings).best.size());
}

BENCHMARK_CAPTURE(closed_load_points, llama_70b_4_h100, "llama-3.1-70b", "h100-sxm", 4);
BENCHMARK_CAPTURE(closed_load_points, deepseek_v3_8_h200, "deepseek-v3", "h200-sxm", 8);
BENCHMARK_CAPTURE(open_load_points, llama_70b_4_h100, "llama-3.1-70b", "h100-sxm", 4);
BENCHMARK_CAPTURE(deployments_of_sample, chat, "serve-chat")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(deployments_of_sample, mixed_fleet, "serve-mixed")->Unit(benchmark::kMillisecond);

}  // namespace
