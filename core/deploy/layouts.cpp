#include "core/deploy/layouts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/serving/prefix_cache.h"
#include "core/serving/resources.h"

namespace astrolabe::deploy {

namespace {

constexpr int kMostStages = 16;
constexpr double kUnevenStages = 1.1;  // longest stage over the mean

using serving::LayerShape;

bool divides(double value, int degree) { return std::fmod(value, degree) == 0.0; }

/// What stands against a tensor parallelism, as its name and value; an empty name: nothing.
struct Against {
  const char* name = "";
  double value = 0.0;
};

Against against_tensor(const serving::ModelShape& shape, int degree) {
  for (const LayerShape& layer : shape.layers) {
    if (layer.heads > 0 && !divides(layer.heads, degree)) return {"heads", layer.heads};
    if (layer.attention == LayerShape::Attention::grouped && layer.kv_heads > 0 &&
        !divides(layer.kv_heads, degree) && std::fmod(degree, layer.kv_heads) != 0.0)
      return {"kv_heads", layer.kv_heads};
    if (layer.ffn > 0 && !divides(layer.ffn, degree)) return {"ffn", layer.ffn};
    if (layer.shared_ffn > 0 && !divides(layer.shared_ffn, degree)) return {"shared_ffn", layer.shared_ffn};
  }
  return {};
}

Against against_experts(const serving::ModelShape& shape, int expert_parallel, int expert_tensor) {
  for (const LayerShape& layer : shape.layers) {
    if (layer.experts <= 0) continue;
    if (!divides(layer.experts, expert_parallel)) return {"experts", layer.experts};
    if (!divides(layer.expert_ffn, expert_tensor)) return {"expert_ffn", layer.expert_ffn};
  }
  return {};
}

bool even_enough(int layers, int stages) {
  const int longest = (layers + stages - 1) / stages;
  return stages <= layers && longest * stages <= kUnevenStages * layers;
}

/// What an engine's file says it runs in parallel.
bool engine_runs(serving::Runtime runtime, const char* kind) {
  const Json file = serving::engine_resource(serving::to_string(runtime));
  if (!file.is_object() || !file.contains("runs")) return true;
  const Json& kinds = file["runs"]["parallel"];
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

/// Whether the engine keeps prefixes in the host's memory at that date: its file says since which month.
bool keeps_in_host(serving::Runtime runtime, const std::string& date) {
  const Json file = serving::engine_resource(serving::to_string(runtime));
  if (!file.is_object() || !file.contains("runs")) return false;
  const std::string since = file["runs"].value("host_cache", "");
  return !since.empty() && (date.empty() || date >= since);
}

/// What the space of a pool's layouts is made of.
struct Degrees {
  int most_gpus = 1, domain = 1;
  bool pipeline = true, experts = true, attention_data = true, whole_experts = false;
};

Degrees degrees_of(const serving::Question& question, const Room& room) {
  const serving::Runtime runtime = question.engine.runtime;
  Degrees degrees;
  degrees.most_gpus = std::min(room.max_gpus, room.nodes * room.gpus_per_node);
  degrees.domain = std::min(room.domain, degrees.most_gpus);
  const bool moe = question.shape.moe();
  degrees.pipeline = engine_runs(runtime, "pipeline");
  degrees.experts = moe && engine_runs(runtime, "expert");
  degrees.attention_data = moe && engine_runs(runtime, "attention_data");
  degrees.whole_experts = runtime == serving::Runtime::vllm;
  return degrees;
}

/// Memory of the host for prefixes that is looked at, GiB a GPU: what the job says of it and there is; else
/// none, and where prefixes are counted all that a GPU's part of it has. Between both the first token lies
/// between theirs, as the share that is found is straight in the room.
std::vector<double> host_memories(const serving::Question& question, const serving::ServeJob& job) {
  const double all = host_gib_of(question, job);
  const auto said = job.choices.values.find("kv_host_gib");
  if (said == job.choices.values.end()) {
    const bool helps = all > 0.0 && serving::counts_prefixes(question.traffic);
    return helps ? std::vector<double>{0.0, all} : std::vector<double>{0.0};
  }
  std::vector<double> looked_at;
  std::copy_if(said->second.begin(), said->second.end(), std::back_inserter(looked_at),
               [&](int gib) { return gib <= all; });
  return looked_at;
}

/// Whether experts may span domains, alike in each, on whole nodes, tensor parallelism within one.
bool spans_evenly(const Degrees& degrees, const Room& room, int tensor, int data) {
  const int ranks = tensor * data, domains = room.domains_of(ranks);
  return room.joined && degrees.experts && ranks % domains == 0 && ranks / domains % tensor == 0 &&
         ranks / domains % room.gpus_per_node == 0;
}

void add_workers(const Degrees& degrees, const serving::Question& question, const serving::ServeJob& job,
                 serving::Worker worker, std::vector<serving::Worker>& all) {
  const int ranks = worker.tensor_parallel * worker.attention_data_parallel;
  // Over several domains each rank has experts of its own: parts of experts would be summed over the network.
  for (int expert = ranks > degrees.domain ? ranks : 1; expert <= (degrees.experts ? ranks : 1); ++expert) {
    if (ranks % expert != 0 || (degrees.whole_experts && expert > 1 && expert < ranks)) continue;
    if (*against_experts(question.shape, expert, ranks / expert).name != 0) continue;
    worker.expert_parallel = expert;
    for (const int budget : job.choices.budgets(step_budgets())) {
      worker.max_batched_tokens = budget;
      for (const double gib : host_memories(question, job)) {
        worker.kv_host_gib = gib;
        worker.speculation = {};
        all.push_back(worker);
        if (job.speculation.draft_tokens == 0) continue;
        worker.speculation = job.speculation;
        all.push_back(worker);
      }
    }
  }
}

}  // namespace

double host_gib_of(const serving::Question& question, const serving::ServeJob& job) {
  const serving::Machine& machine = question.machine;
  const bool keeps = machine.host_gib >= 1.0 && machine.host_gb_per_s > 0.0 &&
                     keeps_in_host(question.engine.runtime, job.date);
  return keeps ? std::floor(machine.host_gib) : 0.0;
}

const std::vector<int>& step_budgets() {
  static const std::vector<int> budgets{8192, 2048, 16384};
  return budgets;
}

std::vector<serving::Worker> workers_of(const serving::Question& question, const Room& room,
                                        const serving::ServeJob& job) {
  std::vector<serving::Worker> all;
  const Degrees degrees = degrees_of(question, room);
  for (int tensor = 1; tensor <= degrees.domain; ++tensor) {
    if (*against_tensor(question.shape, tensor).name != 0) continue;
    for (int stages = 1; stages <= (degrees.pipeline ? kMostStages : 1); ++stages) {
      if (!even_enough(question.shape.layer_count, stages)) continue;
      for (int data = 1; tensor * data * stages <= degrees.most_gpus; data *= 2) {
        if (data > 1 && !degrees.attention_data) break;
        const bool wide = tensor * data > degrees.domain;
        if (wide && stages > 1) break;
        if (wide && !spans_evenly(degrees, room, tensor, data)) continue;
        if (room.most_workers(tensor * data, stages) == 0) continue;
        serving::Worker worker;
        worker.tensor_parallel = tensor;
        worker.pipeline_parallel = stages;
        worker.attention_data_parallel = data;
        add_workers(degrees, question, job, worker, all);
      }
    }
  }
  std::erase_if(all, [&](const serving::Worker& worker) { return !job.choices.allow(worker); });
  return all;
}

int usual_budget(const serving::ServeJob& job) { return job.choices.budgets(step_budgets()).front(); }

std::vector<serving::Worker> prefill_workers_of(const std::vector<serving::Worker>& workers) {
  std::vector<serving::Worker> some;
  for (const serving::Worker& worker : workers)
    if (worker.speculation.draft_tokens == 0) some.push_back(worker);
  return some;
}

std::vector<serving::Worker> decode_workers_of(const std::vector<serving::Worker>& workers) {
  std::vector<serving::Worker> some;
  for (const serving::Worker& worker : workers)
    if (worker.max_batched_tokens == serving::Worker{}.max_batched_tokens) some.push_back(worker);
  return some;
}

Result<void> check_worker(const serving::Question& question, const serving::Worker& worker,
                          const std::string& path) {
  const auto refuse = [&](const char* key, int degree, const Against& against) {
    return fail(code::impossible_strategy, path.empty() ? key : path + "." + key, std::to_string(degree),
                {Wanted::Kind::divisor_of, {against.name, format_number(against.value)}});
  };
  if (const Against tensor = against_tensor(question.shape, worker.tensor_parallel); *tensor.name != 0)
    return refuse("tensor_parallel", worker.tensor_parallel, tensor);
  if (worker.pipeline_parallel > question.shape.layer_count)
    return fail(code::impossible_strategy, path.empty() ? "pipeline_parallel" : path + ".pipeline_parallel",
                std::to_string(worker.pipeline_parallel),
                {Wanted::Kind::between, {"1", std::to_string(question.shape.layer_count)}});
  if (const Against experts =
          against_experts(question.shape, worker.expert_parallel, worker.expert_tensor_parallel());
      *experts.name != 0)
    return refuse("expert_parallel", worker.expert_parallel, experts);
  return {};
}

}  // namespace astrolabe::deploy
