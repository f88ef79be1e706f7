#include "core/post_training/engines.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/deploy/layouts.h"
#include "core/post_training/role_layouts.h"
#include "core/serving/predict.h"

namespace astrolabe::post_training {

namespace {

constexpr int kMostGroups = 64;
constexpr int kMostStagesOfEngines = 2;
constexpr double kMostPlaces = 4.0;  // times the engine's own number of sequences

/// An engine asked without traffic: rollouts bring their own.
serving::ServeJob serve_job(const Job& job) {
  serving::ServeJob serve;
  serve.traffic.kind = serving::Traffic::Kind::offline;
  serve.traffic.input = serving::Lengths::fixed(std::max(1.0, std::round(job.prompt_tokens)));
  serve.traffic.output = serving::Lengths::fixed(std::max(1.0, std::round(job.responses.lengths.mean)));
  serve.runtime = job.runtime;
  serve.date = job.date;
  return serve;
}

bool matches(const serving::Worker& worker, const AskedLayout& asked) {
  const Json json = serving::to_json(serving::Deployment{{}, 1, worker, {}, 1, 1});
  return std::all_of(asked.begin(), asked.end(), [&](const auto& pair) {
    const Json* value = json.contains(pair.first) ? &json[pair.first] : nullptr;
    return value != nullptr &&
           (value->is_string() ? value->get<std::string>() : value->dump()) == pair.second;
  });
}

}  // namespace

Engines::Engines(const Job& job, const hardware::Cluster& cluster, const strategy::Job& limits)
    : m_job(job), m_cluster(cluster), m_limits(limits), m_longest(job.responses.longest_of(job.samples())) {}

void Engines::add(int role, int pool) {
  std::vector<Engine>& engines = m_engines[{role, pool}];
  const Role& asked = m_job.roles[static_cast<std::size_t>(role)];
  const hardware::Pool& whole = m_cluster.pools[static_cast<std::size_t>(pool)];
  const hardware::Cluster part = part_of(whole, std::min(whole.max_gpus, whole.gpus()));
  const auto question = deploy::make_question(part, m_limits, *asked.architecture, serve_job(m_job),
                                              strategy::Objective::throughput);
  if (!question || !question->pools.front().asked) return;
  const serving::Question& serve = *question->pools.front().asked;
  const auto wanted = m_job.generate.find(asked.name);
  for (const serving::Worker& worker :
       deploy::workers_of(serve, question->pools.front().room, question->job)) {
    if (worker.max_batched_tokens != serving::Worker{}.max_batched_tokens ||
        worker.pipeline_parallel > kMostStagesOfEngines)
      continue;
    if (wanted != m_job.generate.end() && !matches(worker, wanted->second)) continue;
    const serving::StepInputs inputs{
        serve.shape, serve.machine, worker, serve.engine, serving::weight_types(serve.shape, serve.weights),
        serve.cache, nullptr};
    engines.push_back({worker, std::make_unique<serving::StepModel>(serving::step_model(serve, worker)),
                       serving::memory_of(inputs)});
  }
}

std::optional<double> Engines::least_bytes(int role, int pool) const {
  const auto found = m_engines.find({role, pool});
  std::optional<double> least;
  if (found == m_engines.end()) return least;
  for (const Engine& engine : found->second) {
    const double bytes = engine.memory.weights + engine.memory.workspace;
    least = std::min(least.value_or(bytes), bytes);
  }
  return least;
}

const RolloutTimes& Engines::rolled_out(const Engine& engine, std::size_t index, int replicas, double places,
                                        const GenerationAsked& asked) {
  const auto key = std::make_tuple(asked.role, asked.pool, index, replicas, static_cast<int>(places),
                                   static_cast<int>(asked.samples));
  if (const auto known = m_rollouts.find(key); known != m_rollouts.end()) return known->second;
  Rollout wanted;
  wanted.samples = std::ceil(asked.samples / replicas);
  wanted.places = places;
  wanted.prompt_tokens = m_job.prompt_tokens;
  wanted.prompts_read = 1.0 / std::max(1.0, std::min(m_job.samples_per_prompt, wanted.samples));
  const int groups = static_cast<int>(std::min<double>(kMostGroups, wanted.samples));
  std::vector<double>& lengths = m_drawn[groups];
  if (lengths.empty()) lengths = m_job.responses.drawn(groups);
  wanted.lengths = lengths;
  wanted.longest = m_longest;
  double& imbalance = m_imbalance[replicas];
  if (imbalance == 0.0) imbalance = m_job.responses.imbalance_of(replicas, m_job.prompts / replicas);
  wanted.imbalance = imbalance;
  return m_rollouts.emplace(key, rollout(*engine.model, wanted)).first->second;
}

std::optional<Generator> Engines::fastest(const GenerationAsked& asked) {
  const auto found = m_engines.find({asked.role, asked.pool});
  if (found == m_engines.end()) return {};
  const double longest =
      m_job.responses.longest > 0.0 ? m_job.responses.longest : m_job.responses.lengths.mean;
  std::optional<Generator> best;
  for (std::size_t i = 0; i < found->second.size(); ++i) {
    const Engine& engine = found->second[i];
    const int gpus = engine.worker.gpus();
    if (gpus > asked.gpus) continue;
    serving::Memory memory = engine.memory;
    memory.kv_bytes = asked.room_bytes - memory.weights - memory.workspace;
    // One answer of the greatest length has to fit.
    if (memory.kv_bytes <= 0.0 ||
        memory.kv_token * (m_job.prompt_tokens + longest) + memory.kv_sequence > memory.kv_bytes)
      continue;
    const int replicas = std::min(asked.gpus / gpus, static_cast<int>(asked.samples));
    const double ranks = engine.worker.attention_data_parallel;
    serving::Worker roomy = engine.worker;
    roomy.max_sequences = std::numeric_limits<int>::max();
    const double fit = serving::capacity(memory, engine.model->engine(), roomy, m_job.prompt_tokens,
                                         m_job.responses.lengths.mean, false) *
                       ranks;
    const double most = kMostPlaces * engine.model->engine().max_sequences * ranks;
    const double places =
        std::max(1.0, std::floor(std::min({fit, std::ceil(asked.samples / replicas), most})));
    const RolloutTimes& times = rolled_out(engine, i, replicas, places, asked);
    if (best && times.seconds >= best->times.seconds) continue;
    const double used = memory.kv_bytes * std::min(1.0, places / std::max(1.0, fit));
    best = Generator{engine.worker, replicas, places, memory.weights + memory.workspace + used, times};
  }
  return best;
}

}  // namespace astrolabe::post_training
