#include "core/post_training/engines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/deploy/layouts.h"
#include "core/post_training/asked_layout.h"
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

constexpr const char *kReplicas = "replicas", *kBudget = "max_batched_tokens";

std::string worker_setting(const serving::Worker& worker, const std::string& key) {
  const Json json = serving::to_json(serving::Deployment{{}, 1, worker, {}, 1, 1});
  return json.contains(key) ? shown(json[key]) : std::string();
}

bool matches(const serving::Worker& worker, const AskedLayout& asked) {
  return std::all_of(asked.begin(), asked.end(), [&](const auto& pair) {
    return pair.first == kReplicas || worker_setting(worker, pair.first) == pair.second;
  });
}

}  // namespace

int most_copies(const deploy::Room& room, int gpus, const serving::Worker& worker) {
  deploy::Room part = room;
  part.gpus_per_node = 1;
  part.nodes = part.max_gpus = gpus;
  return part.most_workers(worker.tensor_parallel * worker.attention_data_parallel, worker.pipeline_parallel);
}

Engines::Engines(const Job& job, const hardware::Cluster& cluster, const strategy::Job& limits)
    : m_job(job), m_cluster(cluster), m_limits(limits), m_longest(job.responses.longest_of(job.samples())) {}

void Engines::add(int role, int pool) {
  Site& site = m_engines[{role, pool}];
  const Role& asked = m_job.roles[static_cast<std::size_t>(role)];
  const hardware::Pool& whole = m_cluster.pools[static_cast<std::size_t>(pool)];
  const hardware::Cluster part = part_of(whole, std::min(whole.max_gpus, whole.gpus()));
  const auto question = deploy::make_question(part, m_limits, *asked.architecture, serve_job(m_job),
                                              strategy::Objective::throughput);
  if (!question || !question->pools.front().asked) return;
  const serving::Question& serve = *question->pools.front().asked;
  site.room = question->pools.front().room;
  const AskedLayout* wanted = asked_of(role);
  const bool any_budget = wanted != nullptr && wanted->contains(kBudget);
  for (const serving::Worker& worker :
       deploy::workers_of(serve, question->pools.front().room, question->job)) {
    if (!any_budget && worker.max_batched_tokens != serving::Worker{}.max_batched_tokens) continue;
    if (worker.pipeline_parallel > kMostStagesOfEngines) continue;
    site.workers.push_back(worker);
    if (wanted != nullptr && !matches(worker, *wanted)) continue;
    const serving::StepInputs inputs{
        serve.shape, serve.machine, worker, serve.engine, serving::weight_types(serve.shape, serve.weights),
        serve.cache, nullptr};
    site.engines.push_back({worker, std::make_unique<serving::StepModel>(serving::step_model(serve, worker)),
                            serving::memory_of(inputs)});
  }
}

const AskedLayout* Engines::asked_of(int role) const {
  const auto asked = m_job.generate.find(m_job.roles[static_cast<std::size_t>(role)].name);
  return asked == m_job.generate.end() ? nullptr : &asked->second;
}

int Engines::copies_on(const Site& site, int gpus, const serving::Worker& worker, int role) const {
  const int most = most_copies(site.room, gpus, worker);
  const AskedLayout* asked = asked_of(role);
  if (asked == nullptr || !asked->contains(kReplicas)) return most;
  const auto copies = parse_whole(asked->find(kReplicas)->second).value_or(0);
  return copies <= most ? static_cast<int>(copies) : 0;
}

std::optional<Error> Engines::refusal(int role, int pool, int gpus) const {
  const AskedLayout* asked = asked_of(role);
  const auto found = m_engines.find({role, pool});
  if (asked == nullptr || found == m_engines.end()) return {};
  if (found->second.engines.empty()) {
    std::vector<serving::Worker> workers = found->second.workers;
    AskedLayout of_workers = *asked;
    of_workers.erase(kReplicas);
    if (workers.empty()) return {};
    const auto kept = keep_asked(of_workers, workers, worker_setting);
    return kept ? std::optional<Error>() : kept.error();
  }
  int most = 0, least = std::numeric_limits<int>::max();
  for (const Engine& engine : found->second.engines) {
    if (copies_on(found->second, gpus, engine.worker, role) > 0) return {};
    most = std::max(most, most_copies(found->second.room, gpus, engine.worker));
    least = std::min(least, engine.worker.gpus());
  }
  const bool one = most > 0;
  return Error{
      std::string(code::out_of_range),
      {},
      one ? kReplicas : std::string(),
      one ? asked->find(kReplicas)->second : fmt::format("a copy on {} GPUs", least),
      {Wanted::Kind::text,
       {one ? fmt::format("at most {}: whole copies in the nodes of {} GPUs", most, gpus)
            : fmt::format("at most the {} GPUs of the set, within a node or over whole ones", gpus)}}};
}

double Engines::longest_bytes(const serving::Memory& memory) const {
  const double longest =
      m_job.responses.longest > 0.0 ? m_job.responses.longest : m_job.responses.lengths.mean;
  return memory.kv_token * (m_job.prompt_tokens + longest) + memory.kv_sequence;
}

std::optional<double> Engines::least_bytes(int role, int pool, int gpus) const {
  const auto found = m_engines.find({role, pool});
  std::optional<double> least;
  if (found == m_engines.end()) return least;
  for (const Engine& engine : found->second.engines) {
    if (copies_on(found->second, gpus, engine.worker, role) == 0) continue;
    const double bytes = engine.memory.weights + engine.memory.workspace + longest_bytes(engine.memory);
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
  std::optional<Generator> best;
  for (std::size_t i = 0; i < found->second.engines.size(); ++i) {
    const Engine& engine = found->second.engines[i];
    const int copies = copies_on(found->second, asked.gpus, engine.worker, asked.role);
    if (copies == 0) continue;
    serving::Memory memory = engine.memory;
    memory.kv_bytes = asked.room_bytes - memory.weights - memory.workspace;
    // One answer of the greatest length has to fit.
    if (memory.kv_bytes <= 0.0 || longest_bytes(memory) > memory.kv_bytes) continue;
    const int replicas = std::min(copies, static_cast<int>(asked.samples));
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
