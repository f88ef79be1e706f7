#include "core/post_training/sets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/parallel.h"
#include "core/cost/memory.h"
#include "core/deploy/layouts.h"
#include "core/serving/predict.h"

namespace astrolabe::post_training {

namespace {

/// Weights into an engine on the same GPUs: it wakes, and tensors are gathered and renamed one by one. Fitted
/// by eye to 11 runs of NeMo-RL and verl (2025): 2 s and a rate of one GPU.
constexpr double kWakeSeconds = 2.0;
constexpr double kGatherBytesPerSecond = 3e9;
constexpr double kWeightBytes = 2.0;
constexpr double kNetworkShare = 0.7;         // of the network's rate that a broadcast reaches
constexpr double kHostBytesPerSecond = 2e10;  // of a GPU's share of its host link, pinned
constexpr int kMostGroups = 64;
constexpr double kNone = std::numeric_limits<double>::infinity();

bool has(unsigned set, int unit) { return ((set >> static_cast<unsigned>(unit)) & 1U) != 0; }

bool is_smooth(int number) {
  for (const int prime : {2, 3})
    while (number % prime == 0) number /= prime;
  return number == 1;
}

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

std::vector<int> usual_counts(const hardware::Pool& pool) {
  std::vector<int> counts;
  const int node = std::max(1, pool.gpus_per_node), most = std::min(pool.max_gpus, pool.gpus());
  for (int gpus = 1; gpus < std::min(node, most + 1); ++gpus)
    if (gpus == 1 || gpus % 2 == 0) counts.push_back(gpus);
  for (int nodes = 1; nodes * node <= most; ++nodes)
    if (is_smooth(nodes)) counts.push_back(nodes * node);
  if (most > 0 && (counts.empty() || counts.back() != most)) counts.push_back(most);
  return counts;
}

Sets::Sets(const Job& job, const hardware::Cluster& cluster, const strategy::Job& limits)
    : m_job(job), m_cluster(cluster), m_limits(limits) {
  for (std::size_t role = 0; role < job.roles.size(); ++role) {
    if (job.roles[role].rule) continue;
    const std::string& name = job.roles[role].name;
    if (job.flow.does(name, Do::forward) || job.flow.does(name, Do::train))
      m_units.push_back({static_cast<int>(role), false});
    if (job.flow.does(name, Do::generate)) m_units.push_back({static_cast<int>(role), true});
  }
  for (const hardware::Pool& pool : cluster.pools) m_counts.push_back(usual_counts(pool));
  for (std::size_t i = 0; i < job.roles.size() * cluster.pools.size(); ++i)
    m_kept.push_back(std::make_unique<cost::KeptTables>());
}

int Sets::unit_of(const Call& call) const {
  const int role = m_job.role_named(call.role);
  for (std::size_t unit = 0; unit < m_units.size(); ++unit)
    if (m_units[unit].role == role && m_units[unit].generates == (call.what == Do::generate))
      return static_cast<int>(unit);
  return PlacingQuestion::kNoUnit;
}

void Sets::prepare(int threads, const std::stop_token& stop, const std::vector<PlacedSet>& only) {
  struct Work {
    int role = 0, pool = 0, gpus = 0;
  };
  std::vector<Work> works;
  for (const PlacedSet& set : only)
    for (std::size_t unit = 0; unit < m_units.size(); ++unit)
      if (has(set.units, static_cast<int>(unit)) && !m_units[unit].generates)
        works.push_back({m_units[unit].role, set.pool, set.gpus});
  for (const Unit& unit : m_units)
    for (std::size_t pool = 0; pool < m_counts.size(); ++pool) {
      if (unit.generates)
        add_engines(unit.role, static_cast<int>(pool));
      else if (only.empty())
        for (const int gpus : m_counts[pool]) works.push_back({unit.role, static_cast<int>(pool), gpus});
    }
  std::vector<std::vector<RoleLayout>> made(works.size());
  parallel_for(works.size(), threads, stop, [&](std::size_t i, int) {
    const Work& work = works[i];
    const Role& role = m_job.roles[static_cast<std::size_t>(work.role)];
    RoleQuestion question{role};
    question.trains = m_job.flow.does(role.name, Do::train);
    question.samples = m_job.samples();
    question.sample_tokens = m_job.tokens_of_sample();
    question.mini_batches = m_job.mini_batches;
    question.epochs = m_job.epochs;
    question.memory_headroom = m_limits.limits.memory_headroom;
    const auto& asked = question.trains ? m_job.train : m_job.infer;
    if (const auto found = asked.find(role.name); found != asked.end()) question.asked = &found->second;
    made[i] = role_layouts(
        question, m_cluster.pools[static_cast<std::size_t>(work.pool)], work.gpus,
        *m_kept[static_cast<std::size_t>(work.role) * m_counts.size() + static_cast<std::size_t>(work.pool)]);
  });
  for (std::size_t i = 0; i < works.size(); ++i)
    m_layouts[{works[i].role, works[i].pool, works[i].gpus}] = std::move(made[i]);
}

void Sets::add_engines(int role, int pool) {
  std::vector<Engine>& engines = m_engines[{role, pool}];
  const Role& asked = m_job.roles[static_cast<std::size_t>(role)];
  hardware::Cluster part = part_of(m_cluster.pools[static_cast<std::size_t>(pool)],
                                   std::min(m_cluster.pools[static_cast<std::size_t>(pool)].max_gpus,
                                            m_cluster.pools[static_cast<std::size_t>(pool)].gpus()));
  const auto question = deploy::make_question(part, m_limits, *asked.architecture, serve_job(m_job),
                                              strategy::Objective::throughput);
  if (!question || !question->pools.front().asked) return;
  const serving::Question& serve = *question->pools.front().asked;
  const auto wanted = m_job.generate.find(asked.name);
  for (const serving::Worker& worker :
       deploy::workers_of(serve, question->pools.front().room, question->job)) {
    if (worker.max_batched_tokens != serving::Worker{}.max_batched_tokens || worker.pipeline_parallel > 2)
      continue;
    if (wanted != m_job.generate.end() && !matches(worker, wanted->second)) continue;
    const serving::StepInputs inputs{
        serve.shape, serve.machine, worker, serve.engine, serving::weight_types(serve.shape, serve.weights),
        serve.cache, nullptr};
    engines.push_back({worker, std::make_unique<serving::StepModel>(serving::step_model(serve, worker)),
                       serving::memory_of(inputs)});
  }
}

const std::vector<RoleLayout>& Sets::layouts(int role, int pool, int gpus) const {
  static const std::vector<RoleLayout> none;
  const auto found = m_layouts.find({role, pool, gpus});
  return found == m_layouts.end() ? none : found->second;
}

double Sets::limit_bytes(int pool) const {
  const hardware::Gpu& gpu = m_cluster.pools[static_cast<std::size_t>(pool)].gpu;
  return gpu.memory ? gpu.memory->value * (1.0 - m_limits.limits.memory_headroom) : 0.0;
}

double Sets::weights_bytes(int role) const {
  return kWeightBytes *
         static_cast<double>(m_job.roles[static_cast<std::size_t>(role)].graph->parameters_total);
}

double Sets::rollout_samples(const Call& call) const {
  return call.one_a_prompt ? m_job.prompts : m_job.samples();
}

std::optional<Generator> Sets::generator(int role, const PlacedSet& set, double room_bytes, double samples) {
  const auto found = m_engines.find({role, set.pool});
  if (found == m_engines.end()) return {};
  std::optional<Generator> best;
  for (std::size_t i = 0; i < found->second.size(); ++i) {
    const Engine& engine = found->second[i];
    const int gpus = engine.worker.gpus();
    if (gpus > set.gpus) continue;
    const int replicas = std::min(set.gpus / gpus, static_cast<int>(samples));
    serving::Memory memory = engine.memory;
    memory.kv_bytes = room_bytes - memory.weights - memory.workspace;
    if (memory.kv_bytes <= 0.0) continue;
    const double ranks = engine.worker.attention_data_parallel;
    const double longest =
        m_job.responses.longest > 0.0 ? m_job.responses.longest : m_job.responses.lengths.mean;
    serving::Worker roomy = engine.worker;
    roomy.max_sequences = std::numeric_limits<int>::max();
    const double fit = serving::capacity(memory, engine.model->engine(), roomy, m_job.prompt_tokens,
                                         m_job.responses.lengths.mean, false) *
                       ranks;
    // One answer of the greatest length has to fit.
    if (memory.kv_token * (m_job.prompt_tokens + longest) + memory.kv_sequence > memory.kv_bytes) continue;
    const double each = std::ceil(samples / replicas);
    const double most = static_cast<double>(engine.model->engine().max_sequences) * 4.0 * ranks;
    const double places = std::max(1.0, std::floor(std::min({fit, each, most})));
    const auto key = std::make_tuple(role, set.pool, static_cast<int>(i), replicas, static_cast<int>(places),
                                     static_cast<int>(samples));
    auto known = m_rollouts.find(key);
    if (known == m_rollouts.end()) {
      const int groups = static_cast<int>(std::min<double>(kMostGroups, each));
      std::vector<double>& lengths = m_drawn[groups];
      if (lengths.empty()) lengths = m_job.responses.drawn(groups);
      Rollout asked;
      asked.samples = each;
      asked.places = places;
      asked.prompt_tokens = m_job.prompt_tokens;
      asked.prompts_read = 1.0 / std::max(1.0, std::min(m_job.samples_per_prompt, each));
      asked.lengths = lengths;
      asked.longest = m_job.responses.longest_of(samples);
      known = m_rollouts.emplace(key, rollout(*engine.model, asked)).first;
    }
    if (best && known->second.seconds >= best->times.seconds) continue;
    const double used = memory.kv_bytes * std::min(1.0, places / std::max(1.0, fit));
    best =
        Generator{engine.worker, replicas, places, memory.weights + memory.workspace + used, known->second};
  }
  return best;
}

double Sets::handover(const SetPlan& plan, int role, const PlacedSet& set) const {
  const RoleLayout* trainer = nullptr;
  const Generator* engine = nullptr;
  for (const UnitPlan& unit : plan.units) {
    const Unit& of = m_units[static_cast<std::size_t>(unit.unit)];
    if (of.role != role) continue;
    if (unit.layout) trainer = &*unit.layout;
    if (unit.generator) engine = &*unit.generator;
  }
  if (trainer == nullptr || engine == nullptr ||
      !m_job.flow.does(m_job.roles[static_cast<std::size_t>(role)].name, Do::train))
    return 0.0;
  (void)set;
  const double part = weights_bytes(role) / engine->worker.gpus();
  return kWakeSeconds + part / kGatherBytesPerSecond;
}

SetPlan Sets::planned(const PlacedSet& set, bool offloads) {
  const double limit = limit_bytes(set.pool);
  const std::size_t calls = m_job.flow.calls.size();
  SetPlan best;
  double least = kNone;
  std::vector<int> members;
  for (std::size_t unit = 0; unit < m_units.size(); ++unit)
    if (has(set.units, static_cast<int>(unit))) members.push_back(static_cast<int>(unit));
  std::stable_partition(members.begin(), members.end(),
                        [&](int unit) { return !m_units[static_cast<std::size_t>(unit)].generates; });
  const auto calls_of = [&](int unit) {
    int count = 0;
    for (const Call& call : m_job.flow.calls) count += unit_of(call) == unit ? 1 : 0;
    return count;
  };
  const auto seconds_of = [&](int unit, const RoleLayout& layout) {
    double seconds = offloads ? calls_of(unit) * 2.0 * layout.rest_bytes / kHostBytesPerSecond : 0.0;
    for (const Call& call : m_job.flow.calls)
      if (unit_of(call) == unit)
        seconds += call.what == Do::train ? layout.train_seconds : layout.forward_seconds;
    return seconds;
  };
  std::vector<const RoleLayout*> chosen(members.size(), nullptr);
  const auto finish = [&](double seconds, double rest) {
    SetPlan plan;
    plan.offloads = offloads;
    plan.seconds.assign(calls, 0.0);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const int unit = members[i];
      if (chosen[i] == nullptr) continue;
      const double others = offloads ? 0.0 : rest - chosen[i]->rest_bytes;
      const bool trains = m_job.flow.does(
          m_job.roles[static_cast<std::size_t>(m_units[static_cast<std::size_t>(unit)].role)].name,
          Do::train);
      const double peak = std::max(trains ? chosen[i]->train_bytes : 0.0, chosen[i]->forward_bytes) + others;
      if (peak > limit) return;
      plan.fullest_bytes = std::max(plan.fullest_bytes, peak);
      plan.units.push_back({unit, *chosen[i], {}});
      const double moved = offloads ? 2.0 * chosen[i]->rest_bytes / kHostBytesPerSecond : 0.0;
      for (std::size_t call = 0; call < calls; ++call)
        if (unit_of(m_job.flow.calls[call]) == unit) {
          plan.seconds[call] =
              moved + (m_job.flow.calls[call].what == Do::train ? chosen[i]->train_seconds
                                                                : chosen[i]->forward_seconds);
          plan.host_seconds += moved;
        }
    }
    for (const int unit : members) {
      const Unit& of = m_units[static_cast<std::size_t>(unit)];
      if (!of.generates) continue;
      const double room = limit - (offloads ? 0.0 : rest);
      bool first = true;
      for (std::size_t call = 0; call < calls; ++call) {
        if (unit_of(m_job.flow.calls[call]) != unit) continue;
        const auto engine = generator(of.role, set, room, rollout_samples(m_job.flow.calls[call]));
        if (!engine) return;
        plan.fullest_bytes = std::max(plan.fullest_bytes, engine->bytes + (offloads ? 0.0 : rest));
        plan.seconds[call] = engine->times.seconds;
        seconds += engine->times.seconds;
        if (first) plan.units.push_back({unit, {}, *engine});
        if (first) {
          const double handed = handover(plan, of.role, set);
          plan.handover_seconds += handed;
          plan.seconds[call] += handed;
          seconds += handed;
        }
        first = false;
      }
    }
    if (seconds >= least) return;
    plan.fits = true;
    least = seconds;
    best = std::move(plan);
  };
  const auto go = [&](const auto& self, std::size_t i, double seconds, double rest) -> void {
    if (seconds >= least) return;
    if (i == members.size() || m_units[static_cast<std::size_t>(members[i])].generates)
      return finish(seconds, rest);
    for (const RoleLayout& layout :
         layouts(m_units[static_cast<std::size_t>(members[i])].role, set.pool, set.gpus)) {
      if (!offloads && rest + layout.rest_bytes > limit) continue;
      chosen[i] = &layout;
      self(self, i + 1, seconds + seconds_of(members[i], layout), rest + layout.rest_bytes);
      chosen[i] = nullptr;
    }
  };
  go(go, 0, 0.0, 0.0);
  return best;
}

SetPlan Sets::plan(const PlacedSet& set) {
  SetPlan on_device = planned(set, false);
  const bool alone = (set.units & (set.units - 1)) == 0;
  if (alone) return on_device;
  SetPlan on_host = planned(set, true);
  if (!on_host.fits) return on_device;
  if (!on_device.fits) return on_host;
  const auto sum = [](const SetPlan& plan) {
    double seconds = 0.0;
    for (const double each : plan.seconds) seconds += each;
    return seconds;
  };
  return sum(on_host) < sum(on_device) ? on_host : on_device;
}

double Sets::sync_seconds(const std::vector<PlacedSet>& sets) const {
  double slowest = 0.0;
  for (const PlacedSet& generating : sets)
    for (std::size_t unit = 0; unit < m_units.size(); ++unit) {
      const Unit& of = m_units[unit];
      if (!of.generates || !has(generating.units, static_cast<int>(unit))) continue;
      if (!m_job.flow.does(m_job.roles[static_cast<std::size_t>(of.role)].name, Do::train)) continue;
      for (const PlacedSet& training : sets)
        for (std::size_t other = 0; other < m_units.size(); ++other) {
          if (m_units[other].generates || m_units[other].role != of.role) continue;
          if (!has(training.units, static_cast<int>(other)) || training == generating) continue;
          const auto rate = [&](const hardware::Pool& pool, int gpus) {
            if (gpus <= pool.gpus_per_node && training.pool == generating.pool &&
                training.gpus + generating.gpus <= pool.gpus_per_node)
              return pool.intra_node.bandwidth.value;
            return pool.inter_node.bandwidth.value > 0.0 ? pool.inter_node.bandwidth.value
                                                         : pool.intra_node.bandwidth.value;
          };
          const hardware::Pool& from = m_cluster.pools[static_cast<std::size_t>(training.pool)];
          const hardware::Pool& to = m_cluster.pools[static_cast<std::size_t>(generating.pool)];
          double way = std::min(rate(from, training.gpus), rate(to, generating.gpus));
          if (training.pool != generating.pool)
            way = std::min(
                way,
                m_cluster
                    .links[static_cast<std::size_t>(training.pool)][static_cast<std::size_t>(generating.pool)]
                    .bandwidth.value);
          // A pipelined broadcast: every node of engines takes in the weights once.
          if (way > 0.0)
            slowest = std::max(slowest, kWakeSeconds + weights_bytes(of.role) / (way * kNetworkShare));
        }
    }
  return slowest;
}

PlacingQuestion Sets::placing() {
  PlacingQuestion question;
  question.units = static_cast<int>(m_units.size());
  for (const Call& call : m_job.flow.calls) {
    const int unit = unit_of(call);
    question.unit_of_call.push_back(unit);
    question.after.push_back(call.after);
    const Role& role = m_job.roles[static_cast<std::size_t>(m_job.role_named(call.role))];
    question.free_seconds.push_back(unit < 0 ? role.seconds_per_sample * m_job.samples() : 0.0);
  }
  for (std::size_t a = 0; a < m_units.size(); ++a)
    for (std::size_t b = 0; b < m_units.size(); ++b) {
      const Role& role = m_job.roles[static_cast<std::size_t>(m_units[a].role)];
      const Role& owner = m_job.roles[static_cast<std::size_t>(m_units[b].role)];
      if (a != b && !role.shares.empty() && role.shares == owner.name && !m_units[a].generates &&
          !m_units[b].generates)
        question.together.emplace_back(static_cast<int>(a), static_cast<int>(b));
    }
  question.counts = m_counts;
  for (const hardware::Pool& pool : m_cluster.pools) {
    question.gpus.push_back(std::min(pool.max_gpus, pool.gpus()));
    question.usd_per_gpu_hour.push_back(pool.usd_per_gpu_hour ? pool.usd_per_gpu_hour->value : 0.0);
  }
  question.asynchronous = m_job.asynchronous;
  question.times = [this](const PlacedSet& set) {
    SetPlan made = plan(set);
    return SetTimes{made.fits, std::move(made.seconds)};
  };
  question.sync = [this](const std::vector<PlacedSet>& sets) { return sync_seconds(sets); };
  return question;
}

std::optional<Sets::Lacking> Sets::lacking() const {
  for (const Unit& unit : m_units) {
    Lacking least{unit.role, kNone, 0.0};
    bool held = false;
    for (std::size_t pool = 0; pool < m_counts.size() && !held; ++pool) {
      const double limit = limit_bytes(static_cast<int>(pool));
      const auto take = [&](double bytes) {
        held = held || bytes <= limit;
        if (bytes < least.bytes) least = {unit.role, bytes, limit};
      };
      if (unit.generates) {
        const auto engines = m_engines.find({unit.role, static_cast<int>(pool)});
        if (engines == m_engines.end()) continue;
        for (const Engine& engine : engines->second) take(engine.memory.weights + engine.memory.workspace);
        continue;
      }
      const bool trains = m_job.flow.does(m_job.roles[static_cast<std::size_t>(unit.role)].name, Do::train);
      for (const int gpus : m_counts[pool])
        for (const RoleLayout& layout : layouts(unit.role, static_cast<int>(pool), gpus))
          take(trains ? layout.train_bytes : layout.forward_bytes);
    }
    if (!held) return least;
  }
  return {};
}

}  // namespace astrolabe::post_training
