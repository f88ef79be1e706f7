#include "core/serving/deployment.h"

#include <algorithm>

#include "core/base/error_codes.h"

namespace astrolabe::serving {

namespace {

constexpr double kMostGib = 1e6;
constexpr std::int64_t kMostRanks = 4096, kMostReplicas = 1'000'000, kMostStepTokens = 10'000'000;

Worker read_worker(ObjectReader& reader) {
  Worker worker;
  const auto degree = [&](const char* key, int fallback) {
    return static_cast<int>(reader.whole(key, 1, kMostRanks, fallback));
  };
  worker.tensor_parallel = degree("tensor_parallel", 1);
  worker.pipeline_parallel = degree("pipeline_parallel", 1);
  worker.expert_parallel = degree("expert_parallel", 1);
  worker.attention_data_parallel = degree("attention_data_parallel", 1);
  worker.max_batched_tokens =
      static_cast<int>(reader.whole("max_batched_tokens", 16, kMostStepTokens, worker.max_batched_tokens));
  worker.max_sequences = static_cast<int>(reader.whole("max_sequences", 0, kMostStepTokens, 0));
  worker.kv_host_gib = reader.number("kv_host_gib", 0.0, kMostGib, 0.0);
  const int ranks = worker.tensor_parallel * worker.attention_data_parallel;
  const auto etp = reader.whole("expert_tensor_parallel", 1, kMostRanks,
                                std::max(1, ranks / std::max(1, worker.expert_parallel)));
  if (reader.ok() && (ranks % worker.expert_parallel != 0 || etp * worker.expert_parallel != ranks))
    reader.mistake(
        code::impossible_strategy, "expert_parallel", std::to_string(worker.expert_parallel),
        {Wanted::Kind::divisor_of, {"tensor_parallel x attention_data_parallel", std::to_string(ranks)}});
  if (const Json* json = reader.object("speculation")) {
    ObjectReader inner(*json, reader.path_of("speculation"));
    worker.speculation.draft_tokens = static_cast<int>(inner.whole("draft_tokens", 0, 64));
    worker.speculation.accepted = inner.number("accepted", 0.0, 1.0);
    inner.finish_into(reader);
  }
  return worker;
}

Json worker_json(const Worker& worker) {
  Json json = {{"tensor_parallel", worker.tensor_parallel},
               {"pipeline_parallel", worker.pipeline_parallel},
               {"expert_parallel", worker.expert_parallel},
               {"expert_tensor_parallel", worker.expert_tensor_parallel()},
               {"attention_data_parallel", worker.attention_data_parallel},
               {"max_batched_tokens", worker.max_batched_tokens},
               {"max_sequences", worker.max_sequences}};
  if (worker.kv_host_gib > 0.0) json["kv_host_gib"] = worker.kv_host_gib;
  if (worker.speculation.draft_tokens > 0)
    json["speculation"] = {{"draft_tokens", worker.speculation.draft_tokens},
                           {"accepted", worker.speculation.accepted}};
  return json;
}

}  // namespace

double Speculation::tokens_a_step() const {
  double sum = 1.0, power = 1.0;
  for (int i = 0; i < draft_tokens; ++i) sum += power *= accepted;
  return sum;
}

int Worker::expert_tensor_parallel() const {
  return std::max(1, tensor_parallel * attention_data_parallel / expert_parallel);
}

int Deployment::gpus() const {
  const int replica =
      prefill ? prefill_workers * prefill->gpus() + decode_workers * worker.gpus() : worker.gpus();
  return replicas * replica;
}

Result<Deployment> read_deployment(const Json& json, const std::string& path) {
  ObjectReader reader(json, path);
  Deployment deployment;
  deployment.pool = reader.string("pool", "");
  deployment.replicas = static_cast<int>(reader.whole("replicas", 1, kMostReplicas, 1));
  const Json* prefill = reader.object("prefill");
  const Json* decode = reader.object("decode");
  if ((prefill == nullptr) != (decode == nullptr))
    reader.mistake(code::missing_key, prefill ? "decode" : "prefill", "nothing",
                   {Wanted::Kind::field, {prefill ? "decode" : "prefill"}});
  if (prefill && decode) {
    const auto read = [&](const Json& half, const char* key, int& workers) {
      ObjectReader inner(half, reader.path_of(key));
      const Worker worker = read_worker(inner);
      workers = static_cast<int>(inner.whole("workers", 1, kMostReplicas, 1));
      inner.finish_into(reader);
      return worker;
    };
    deployment.prefill = read(*prefill, "prefill", deployment.prefill_workers);
    deployment.worker = read(*decode, "decode", deployment.decode_workers);
  } else {
    deployment.worker = read_worker(reader);
  }
  if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
  return deployment;
}

Json to_json(const Deployment& deployment) {
  Json json = {{"pool", deployment.pool}, {"replicas", deployment.replicas}};
  if (!deployment.prefill) {
    json.update(worker_json(deployment.worker));
    return json;
  }
  json["prefill"] = worker_json(*deployment.prefill);
  json["prefill"]["workers"] = deployment.prefill_workers;
  json["decode"] = worker_json(deployment.worker);
  json["decode"]["workers"] = deployment.decode_workers;
  return json;
}

}  // namespace astrolabe::serving
