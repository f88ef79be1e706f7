// `seconds` of `astrolabe-cli plan --json`, each search in a process of its own: what pages of memory, code
// and caches cost that are touched for the first time is in it, as for whoever asks from a shell. Two
// workers, wall.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "tests/benchmarks/planned.h"

namespace {

using namespace astrolabe;
using benchmarks::Request;

/// A saved plan that goes with the object.
class Saved {
 public:
  explicit Saved(const Request& request)
      : m_path(std::filesystem::temp_directory_path() /
               ("astrolabe_fresh_" + std::to_string(::getpid()) + ".astrolabe")) {
    plan::PlanFile file;
    file.plan = benchmarks::plan_of(request);
    if (!plan::write_plan(file, m_path.string())) throw std::runtime_error("cannot write " + m_path.string());
  }
  ~Saved() { std::filesystem::remove(m_path); }
  Saved(const Saved&) = delete;
  Saved& operator=(const Saved&) = delete;

  Json answer(int top, const char* programs = "never") const {
    const std::string command = std::string(ASTROLABE_CLI) + " plan " + m_path.string() +
                                " --json --programs " + programs + " --threads 2 --top " +
                                std::to_string(top);
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
    if (!pipe) throw std::runtime_error("cannot run " + command);
    std::string text;
    char block[65536];
    while (const std::size_t read = std::fread(block, 1, sizeof block, pipe.get())) text.append(block, read);
    return Json::parse(text);
  }

 private:
  std::filesystem::path m_path;
};

void fresh(benchmark::State& state, const Request& request) {
  const Saved saved(request);
  bool proven = true;
  for (auto _ : state) {
    const Json answer = saved.answer(1);
    state.SetIterationTime(answer["seconds"].get<double>());
    proven = proven && answer["status"] == "optimal";
  }
  state.counters["proven"] = proven ? 1.0 : 0.0;
}

/// All kinds of plans, as `plan` ranks them of mixed GPUs: the whole command by the clock. Targets: 1 s up to
/// 64 GPUs of four types, 3 s for DeepSeek-V3 on 512 GPUs.
void fresh_all_kinds(benchmark::State& state, const Request& request) {
  const Saved saved(request);
  double gap = 0.0;
  for (auto _ : state) gap = saved.answer(20, "auto").value("gap", 1.0);
  state.counters["gap"] = gap;
}

void fresh_mixed_grid(benchmark::State& state) {
  std::vector<double> times;
  int open = 0;
  for (auto _ : state) {
    double all = 0.0;
    for (const Request& request : benchmarks::mixed_grid()) {
      const Json answer = Saved(request).answer(1);
      const double seconds = answer["seconds"].get<double>();
      all += seconds;
      if (answer["status"] == "infeasible") continue;
      times.push_back(seconds * 1e3);
      open += answer["status"] == "optimal" ? 0 : 1;
    }
    state.SetIterationTime(all);
  }
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(std::lround(share * static_cast<double>(times.size() - 1)))];
  };
  state.counters["with_answer"] = static_cast<double>(times.size());
  state.counters["not_proven"] = open;
  state.counters["p50_ms"] = at(0.5);
  state.counters["p95_ms"] = at(0.95);
  state.counters["most_ms"] = times.back();
}
BENCHMARK(fresh_mixed_grid)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);

const bool kRegistered = [] {
  const auto add = [](const std::string& name, const Request& request) {
    benchmark::RegisterBenchmark(("fresh/" + name).c_str(), fresh, request)
        ->Iterations(5)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  };
  const std::vector<const char*> three(benchmarks::node_types().begin(),
                                       benchmarks::node_types().begin() + 3);
  for (const char* model : {"gpt3-175b", "llama-3.1-405b"})
    for (const int gpus : {512, 4096, 65536})
      add(std::string("one_type/") + model + "/" + std::to_string(gpus),
          {.model = model, .nodes = {"onprem-dgx-h100"}, .gpus_each = gpus});
  for (const char* model : {"llama-3.1-70b", "gpt3-175b", "llama-3.1-405b", "mixtral-8x22b", "deepseek-v3"})
    add(std::string("free_3x256/") + model,
        {.model = model, .nodes = three, .gpus_each = 256, .choose = true});
  for (const char* model : {"llama-3.1-70b", "gpt3-175b", "llama-3.1-405b", "mixtral-8x22b"})
    add(std::string("money_3x1024/") + model, {.model = model,
                                               .nodes = three,
                                               .gpus_each = 1024,
                                               .choose = true,
                                               .objective = strategy::Objective::pareto});
  const auto add_all_kinds = [](const std::string& name, const Request& request) {
    benchmark::RegisterBenchmark(("fresh_all_kinds/" + name).c_str(), fresh_all_kinds, request)
        ->Iterations(3)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  };
  const std::vector<const char*> two(three.begin(), three.begin() + 2);
  const std::vector<const char*> four(benchmarks::node_types().begin(), benchmarks::node_types().begin() + 4);
  add_all_kinds("2x8/llama-3.1-8b", {.model = "llama-3.1-8b", .nodes = two, .gpus_each = 8, .batch = 256});
  add_all_kinds("2x32/llama-3.1-70b", {.nodes = two, .gpus_each = 32, .batch = 256});
  add_all_kinds("4x16/llama-3.1-8b", {.model = "llama-3.1-8b", .nodes = four, .gpus_each = 16, .batch = 256});
  add_all_kinds("2x256/deepseek-v3", {.model = "deepseek-v3",
                                      .nodes = {"onprem-dgx-h100", "onprem-dgx-h200"},
                                      .gpus_each = 256,
                                      .batch = 4096});
  add("five_types/llama-3.1-70b", {.nodes = benchmarks::node_types(), .gpus_each = 256});
  return true;
}();

}  // namespace
