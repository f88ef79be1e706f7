#include "core/serving/predict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/base/units.h"
#include "core/serving/apart.h"
#include "core/serving/bands.h"
#include "core/serving/prefix_cache.h"
#include "core/serving/simulation_apart.h"

namespace astrolabe::serving {

namespace {

constexpr double kMostOffline = 2048.0;  // sequences of a rank in offline runs
constexpr double kMs = 1e-3;
constexpr double kBurstyVariation = 1.2;  // of gaps, above which closed forms of tails are wrong
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kBurstySeed = 0;  // that of simulations where none is stated

constexpr Band kTail{0.60, 1.60};  // of 99th percentiles, which few runs state: assumed

Banded banded(double value, Band band) { return {value, value * band.low, value * band.high}; }

StepInputs inputs_of(const Question& question, const Worker& worker) {
  return {question.shape,
          question.machine,
          worker,
          question.engine,
          weight_types(question.shape, question.weights),
          question.cache,
          question.expert_load.get()};
}

Binds largest(const StepParts& parts, const Question& question, const Worker& worker) {
  if (parts.host_ms > parts.gpu_ms) return Binds::host;
  const double launches = parts.elementwise + parts.fixed;
  const double reading = parts.products + parts.experts + parts.head + parts.decode_attention;
  if (worker.tensor_parallel * worker.attention_data_parallel > 1 && parts.communication > reading)
    return Binds::links;
  if (launches > reading) return Binds::launches;
  (void)question;
  return parts.prefill_attention + parts.products > 2.0 * parts.decode_attention &&
                 parts.prefill_attention > parts.decode_attention
             ? Binds::compute
             : Binds::bandwidth;
}

Worker unlimited(Worker worker) {
  worker.max_sequences = std::numeric_limits<int>::max();
  return worker;
}

/// Classes of answers, more of them where they are short: there a step with prompts weighs most.
std::array<AnswerClass, 8> answer_classes(const Lengths& input, const Lengths& output) {
  std::array<AnswerClass, 8> classes{};
  if (output.variation <= 0.0) {
    if (input.variation > 0.0) classes.back() = {1.0, std::max(1.0, output.mean - 1.0)};
    return classes;
  }
  constexpr std::array kEnds{0.01, 0.03, 0.06, 0.1, 0.2, 0.4, 0.7, 1.0};
  double begin = 0.0, sum = 0.0;
  for (std::size_t i = 0; i < kEnds.size(); ++i) {
    const double tokens = std::round(output.quantile(0.5 * (begin + kEnds[i]))) - 1.0;
    classes[i] = {tokens >= 1.0 ? kEnds[i] - begin : 0.0, tokens};
    sum += classes[i].share;
    begin = kEnds[i];
  }
  if (sum > 0.0)
    for (AnswerClass& one : classes) one.share /= sum;
  return classes;
}

/// Prefill and decode workers.
CachedFlow flow_apart(const StepModel& model, const Demand& demand, const Question& question,
                      const Deployment& deployment, const Figures& figures, const Constants& constants) {
  const StepInputs inputs = inputs_of(question, *deployment.prefill);
  const StepModel prefill(inputs, constants);
  const Memory memory = memory_of(inputs);
  return flow_apart(question, deployment, {prefill, model, memory, transfer_of(question, deployment)}, demand,
                    figures.places);
}

/// Copies that read prompts and write answers.
CachedFlow flow_together(const StepModel& model, const Demand& demand, const Question& question,
                         const Deployment& deployment, const Figures& figures) {
  const Traffic& traffic = question.traffic;
  const double replicas = deployment.replicas, ranks = deployment.worker.attention_data_parallel;
  const auto flow_of = [&](const Demand& found) {
    switch (traffic.kind) {
      case Traffic::Kind::rate: {
        const double rate = traffic.requests_per_second / replicas * kMs;
        const Flow flow = open_loop(model, found, rate, figures.places);
        if (flow.stable || traffic.prompts <= 0.0) return flow;
        return finite_run(model, found, traffic.prompts / replicas, rate, figures.places);
      }
      case Traffic::Kind::concurrency:
        return closed_loop(model, found, traffic.concurrency / replicas, figures.places);
      case Traffic::Kind::offline: {
        double at_once = std::min(figures.places, kMostOffline * ranks);
        if (traffic.prompts > 0.0) at_once = std::min(at_once, traffic.prompts / replicas);
        return closed_loop(model, found, at_once, at_once);
      }
      case Traffic::Kind::batch:
        break;
    }
    return static_batch(model, found, traffic.concurrency / replicas, figures.places);
  };
  return cached_flow(question, deployment.worker, figures.memory, demand, flow_of,
                     [&](const Flow& flow) { return holding_of(flow, demand, deployment.worker); });
}

/// Requests of one replica's share of the question's arrivals, which keep their bursts.
std::vector<Arrival> bursty_requests(const Question& question, const Deployment& deployment, int count) {
  Traffic traffic = question.traffic;
  traffic.requests_per_second /= deployment.replicas;
  return sample_requests(traffic, count, kBurstySeed);
}

/// Prefill and decode workers of one replica under its share. Of many workers with little to do each fewer
/// requests, as each steps for itself.
Simulated simulated_pair(const StepModel& model, const Question& question, const Deployment& deployment,
                         const Figures& figures, const Flow& flow, const Constants& constants) {
  constexpr double kMostSteps = 2e4;
  constexpr int kFewest = 1000, kMost = 2000;
  const StepModel prefill(inputs_of(question, *deployment.prefill), constants);
  const double ranks = deployment.worker.attention_data_parallel;
  ApartInputs inputs;
  inputs.prefill_ranks = deployment.prefill_workers * deployment.prefill->attention_data_parallel;
  inputs.decode_ranks = deployment.decode_workers * deployment.worker.attention_data_parallel;
  const double steps = inputs.decode_ranks / std::max(1e-12, flow.rate * flow.step_decode);  // of a request
  inputs.requests = bursty_requests(
      question, deployment,
      static_cast<int>(std::clamp<double>(kMostSteps / std::max(1.0, steps), kFewest, kMost)));
  inputs.places = figures.places / ranks;
  inputs.kv_tokens = figures.memory.kv_tokens;
  inputs.kv_sequence = figures.memory.sequence_tokens();
  inputs.quantile = 0.9;
  inputs.transfer = transfer_of(question, deployment);
  return simulate_apart(prefill, model, inputs);
}

/// A copy under its share of the question's arrivals.
Simulated simulated_copy(const StepModel& model, const Question& question, const Deployment& deployment,
                         const Figures& figures) {
  const double ranks = deployment.worker.attention_data_parallel;
  SimulationInputs inputs;
  inputs.requests = bursty_requests(question, deployment, kDrawnRequests);
  inputs.places = figures.places / ranks;
  inputs.kv_tokens = figures.memory.kv_tokens;
  inputs.kv_sequence = figures.memory.sequence_tokens();
  inputs.quantile = 0.9;
  return simulate(model, inputs);
}

}  // namespace

bool comes_in_bursts(const Traffic& traffic) {
  return traffic.kind == Traffic::Kind::rate && traffic.arrival_variation > kBurstyVariation;
}

const char* to_string(Binds binds) {
  constexpr const char* kNames[] = {"none",    "bandwidth", "compute", "launches", "links",
                                    "prefill", "kv_memory", "host",    "weights",  "max_sequences"};
  return kNames[static_cast<int>(binds)];
}

Demand demand_of(const Traffic& traffic) {
  Demand demand;
  demand.prefix = traffic.input.mean * traffic.cached_prefix;
  demand.input = std::max(1.0, traffic.input.mean - demand.prefix);
  demand.output = std::max(1.0, traffic.output.mean);
  demand.output_variation = traffic.output.variation;
  demand.waves = traffic.waves;
  demand.in_phase = traffic.kind == Traffic::Kind::concurrency && traffic.input.variation == 0.0 &&
                    traffic.output.variation == 0.0;
  demand.arrival_variation = traffic.arrival_variation;
  demand.input_variation = traffic.input.variation;
  for (std::size_t i = 0; i < kPromptShares.size(); ++i)
    demand.prompts[i] = traffic.input.quantile(kPromptShares[i]) / traffic.input.mean;
  demand.output_median = traffic.output.quantile(0.5) / traffic.output.mean;
  demand.output_p99 = traffic.output.quantile(0.99) / traffic.output.mean;
  demand.answers = answer_classes(traffic.input, traffic.output);
  return demand;
}

StepModel step_model(const Question& question, const Worker& worker, const Constants& constants) {
  return StepModel(inputs_of(question, worker), constants);
}

StepModel step_model(const Question& question, const Worker& worker) {
  return step_model(question, worker, question.values());
}

Figures predict(const Question& question, const Deployment& deployment) {
  return predict(question, deployment, question.values());
}

Transfer transfer_of(const Question& question, const Deployment& deployment) {
  const Worker& worker = deployment.worker;
  return transfer_of(question, *deployment.prefill, worker, memory_of(inputs_of(question, worker)));
}

Figures predict(const Question& question, const Deployment& deployment, const Constants& constants) {
  const Worker& worker = deployment.worker;
  const StepInputs inputs = inputs_of(question, worker);
  const StepModel model(inputs, constants);
  const Demand demand = demand_of(question.traffic);
  Figures figures;
  figures.gpus = deployment.gpus();
  figures.memory = memory_of(inputs);
  figures.products = products_of(question.machine, question.weights);
  if (question.expert_load)
    for (const LayerShape& layer : question.shape.layers)
      if (layer.experts > 0)
        figures.experts =
            question.expert_load->balance(static_cast<int>(layer.experts), worker.expert_parallel);
  const double input = demand.prefix + demand.input;
  const bool promised = question.promises.ttft_seconds || question.promises.tpot_seconds;
  const double ranks = worker.attention_data_parallel;
  figures.places = ranks * capacity(figures.memory, question.engine, worker, input, demand.output, promised);
  if (deployment.disaggregated())
    figures.prefill_memory = memory_of(inputs_of(question, *deployment.prefill));
  const bool prompts_fit = !deployment.disaggregated() ||
                           holds_prompts(question, *deployment.prefill, *figures.prefill_memory, demand);
  if (figures.places < 1.0 || !prompts_fit) {
    figures.fits = false;
    figures.binds = figures.memory.kv_bytes > 0.0 ? Binds::kv_memory : Binds::weights;
    return figures;
  }
  const Traffic& traffic = question.traffic;
  const double replicas = deployment.replicas;
  const CachedFlow cached = deployment.disaggregated()
                                ? flow_apart(model, demand, question, deployment, figures, constants)
                                : flow_together(model, demand, question, deployment, figures);
  Flow flow = cached.flow;
  if (comes_in_bursts(traffic) && flow.stable) {
    const bool apart = deployment.disaggregated();
    const Simulated run = apart ? simulated_pair(model, question, deployment, figures, flow, constants)
                                : simulated_copy(model, question, deployment, figures);
    // Prompts queue behind those of their burst and decode beside them: most requests come in one.
    flow.ttft = std::max(flow.ttft, run.ttft_median);
    flow.ttft_mean = std::max(flow.ttft_mean, run.ttft_mean);
    flow.tpot = std::max(flow.tpot, run.tpot_median);
    flow.e2e = flow.ttft + demand.median_answer() * flow.tpot;
    flow.ttft_p90 = std::max(flow.ttft, run.ttft_promised);
    flow.ttft_p99 = std::max(flow.ttft, run.ttft_p99);
    flow.tpot_p90 = std::max(flow.tpot, run.tpot_promised);
    flow.tpot_p99 = std::max(flow.tpot, run.tpot_p99);
    figures.tails_simulated = true;
  }
  if (traffic.kind == Traffic::Kind::offline)
    flow.ttft = flow.ttft_mean = flow.ttft_p90 = flow.ttft_p99 = flow.e2e = flow.wait = kInfinite;
  figures.prefixes = cached.hits;
  const Evidence evidence{question.engine.runtime, question.shape.moe(),
                          gpu_was_measured(question.machine.gpu), family_was_measured(question.shape.family)};
  const Band tpot = band_of(evidence, Banding::tpot), first = band_of(evidence, Banding::ttft);
  const Band rate = band_of(evidence, traffic.kind == Traffic::Kind::offline ? Banding::offline
                                      : traffic.kind == Traffic::Kind::batch ? Banding::batch
                                                                             : Banding::rate);
  figures.stable = flow.stable;
  figures.batch = flow.batch;
  figures.tpot = banded(flow.tpot * kMs, tpot);
  figures.tpot_p99 = banded(flow.tpot_p99 * kMs, kTail);
  figures.ttft = banded(flow.ttft * kMs, first);
  figures.ttft_mean = banded(flow.ttft_mean * kMs, first);
  figures.ttft_p99 = banded(flow.ttft_p99 * kMs, kTail);
  figures.wait_seconds = flow.wait * kMs;
  figures.crowded = traffic.kind == Traffic::Kind::concurrency && flow.slots_bound;
  figures.e2e = banded(flow.e2e * kMs, rate);
  figures.ttft_p90_seconds = flow.ttft_p90 * kMs;
  figures.tpot_p90_seconds = flow.tpot_p90 * kMs;
  figures.longer_answers_seconds = flow.longer_answers * kMs;
  figures.requests_per_second = flow.rate / kMs * replicas;
  figures.output_tokens_per_second = banded(figures.requests_per_second * demand.output, rate);
  figures.output_tokens_per_second_per_gpu = figures.output_tokens_per_second.value / figures.gpus;
  figures.tokens_per_second_per_user = flow.tpot > 0.0 ? 1.0 / (flow.tpot * kMs) : 0.0;
  const double workers = deployment.disaggregated() ? deployment.decode_workers : 1.0;
  const double sequence = figures.memory.kv_token * demand.context() + figures.memory.kv_sequence;
  figures.kv_use = std::min(1.0, flow.batch / workers / ranks * sequence / figures.memory.kv_bytes);
  figures.decode_step = model.parts({flow.decode_rank, demand.context(), 0.0, 1.0, 0.0});
  figures.mixed_step = model.parts({flow.decode_rank, demand.context(), flow.prefill_rank,
                                    std::max(1.0, flow.prefill_rank), demand.prefix});
  // Places that memory has, whatever the limit of sequences.
  const double room =
      ranks * capacity(figures.memory, question.engine, unlimited(worker), input, demand.output, promised);
  figures.binds = flow.prefill_bound ? Binds::prefill
                  : flow.slots_bound ? (figures.places < room ? Binds::max_sequences : Binds::kv_memory)
                                     : largest(figures.decode_step, question, worker);
  return figures;
}

namespace {

/// Null for what has no end.
Json or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

constexpr Banded kNone{kInfinite, kInfinite, kInfinite};  // null in JSON

void put(Json& json, const std::string& key, const Banded& figure) {
  json[key] = or_null(figure.value);
  json[key + "_low"] = or_null(figure.low);
  json[key + "_high"] = or_null(figure.high);
}

Json memory_json(const Memory& memory) {
  return {{"weights_gib", memory.weights / kGib},     {"kv_gib", memory.kv_bytes / kGib},
          {"workspace_gib", memory.workspace / kGib}, {"reserve_gib", memory.reserve / kGib},
          {"limit_gib", memory.device / kGib},        {"kv_tokens", memory.kv_tokens},
          {"kv_token_bytes", memory.kv_token}};
}

Json parts_json(const StepParts& parts) {
  Json json = Json::object();
  for (const auto& [key, us] : parts.by_key()) json[std::string(key) + "_us"] = us;
  json["gpu_us"] = parts.gpu_ms * 1e3;
  json["host_us"] = parts.host_ms * 1e3;
  json["exposed_host_us"] = parts.exposed_host_ms() * 1e3;
  json["step_us"] = parts.step_ms * 1e3;
  return json;
}

}  // namespace

Json to_json(const Figures& figures) {
  Json json = {
      {"gpus", figures.gpus}, {"paid_gpus", nullptr}, {"fits", figures.fits}, {"stable", figures.stable}};
  put(json, "ttft_seconds", figures.ttft);
  put(json, "ttft_mean_seconds", figures.ttft_mean);
  put(json, "ttft_p99_seconds", figures.ttft_p99);
  // Answers of one token have no time per token.
  const bool further = figures.tpot.value > 0.0 || !figures.fits;
  put(json, "tpot_seconds", further ? figures.tpot : kNone);
  put(json, "tpot_p99_seconds", further ? figures.tpot_p99 : kNone);
  put(json, "e2e_seconds", figures.e2e);
  json["tokens_per_second_per_user"] = further ? Json(figures.tokens_per_second_per_user) : Json(nullptr);
  put(json, "output_tokens_per_second", figures.output_tokens_per_second);
  json["output_tokens_per_second_per_gpu"] = figures.output_tokens_per_second_per_gpu;
  json["requests_per_second"] = figures.requests_per_second;
  json["usd_per_million_tokens"] = nullptr;
  json["usd_per_hour"] = nullptr;
  json["wait_seconds"] = or_null(figures.wait_seconds);
  json["batch"] = figures.batch;
  json["kv_use"] = figures.kv_use;
  const Memory& memory = figures.memory;
  json["memory"] = memory_json(memory);
  json["memory"]["sequences"] = figures.places;
  if (figures.prefill_memory) json["prefill_memory"] = memory_json(*figures.prefill_memory);
  if (memory.host_bytes > 0.0) json["memory"]["kv_host_gib"] = memory.host_bytes / kGib;
  const PrefixHits& hits = figures.prefixes;
  if (hits.on_device + hits.on_host + hits.missed > 0.0)
    json["prefix_cache"] = {{"on_gpu", hits.on_device},
                            {"on_host", hits.on_host},
                            {"missed", hits.missed},
                            {"fetch_seconds", hits.fetch_seconds},
                            {"host_link_use", hits.link_use}};
  if (figures.tails_simulated) json["tails"] = "simulation";
  json["binds"] = to_string(figures.binds);
  json["products"] = to_string(figures.products);
  if (figures.experts)
    json["expert_load"] = {{"ranks", figures.experts->ranks},
                           {"fullest", figures.experts->used},
                           {"in_order", figures.experts->in_order},
                           {"bound", figures.experts->bound},
                           {"decode_all_to_all_us", figures.decode_step.exchange}};
  json["step"] = {{"decode", parts_json(figures.decode_step)}, {"mixed", parts_json(figures.mixed_step)}};
  return json;
}

}  // namespace astrolabe::serving
