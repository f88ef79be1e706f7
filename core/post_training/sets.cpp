#include "core/post_training/sets.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "core/base/parallel.h"
#include "core/cost/memory.h"
#include "core/cost/money.h"
#include "core/post_training/constants.h"

namespace astrolabe::post_training {

namespace {

constexpr double kWeightBytes = 2.0;
constexpr double kNone = std::numeric_limits<double>::infinity();

bool is_smooth(int number) {
  for (const int prime : {2, 3})
    while (number % prime == 0) number /= prime;
  return number == 1;
}

}  // namespace

std::vector<int> usual_counts(const hardware::Pool& pool) {
  std::vector<int> counts;
  const int node = std::max(1, pool.gpus_of_node()), most = std::min(pool.max_gpus, pool.gpus());
  for (int gpus = 1; gpus < std::min(node, most + 1); ++gpus)
    if (gpus == 1 || gpus % 2 == 0) counts.push_back(gpus);
  for (int nodes = 1; nodes * node <= most; ++nodes)
    if (is_smooth(nodes)) counts.push_back(nodes * node);
  if (most > 0 && (counts.empty() || counts.back() != most)) counts.push_back(most);
  return counts;
}

bool lie_beside(const hardware::Pool& pool, std::vector<int> gpus) {
  const int node = std::max(1, pool.gpus_of_node()), all = std::min(pool.max_gpus, pool.gpus());
  if (pool.scale_up_domain > node) return true;
  std::sort(gpus.begin(), gpus.end(), std::greater<>());
  int left = all;
  std::vector<int> rooms, parts;  // GPUs that are free of each node begun, and sets that are parts of nodes
  for (const int count : gpus) {
    left -= count;
    if (count % node != 0) parts.push_back(count % node);
    if (left < 0) return false;
  }
  int whole = 0;
  for (const int count : gpus) whole += count / node;
  for (int node_at = whole; node_at * node < all; ++node_at)
    rooms.push_back(std::min(node, all - node_at * node));
  const std::function<bool(std::size_t)> place = [&](std::size_t at) {
    if (at == parts.size()) return true;
    int tried = -1;
    for (int& room : rooms) {
      if (room < parts[at] || room == tried) continue;
      tried = room;
      room -= parts[at];
      const bool stands = place(at + 1);
      room += parts[at];
      if (stands) return true;
    }
    return false;
  };
  return place(0);
}

Sets::Sets(const Job& job, const hardware::Cluster& cluster, const strategy::Job& limits)
    : m_job(job),
      m_cluster(cluster),
      m_limits(limits),
      m_batch(job.trained_batch()),
      m_engines(job, cluster, limits) {
  for (std::size_t role = 0; role < job.roles.size(); ++role) {
    if (job.roles[role].rule) continue;
    const std::string& name = job.roles[role].name;
    if (job.flow.does(name, Do::forward) || job.flow.does(name, Do::train))
      m_units.push_back({static_cast<int>(role), false});
    if (job.flow.does(name, Do::generate)) m_units.push_back({static_cast<int>(role), true});
  }
  for (const Call& call : job.flow.calls) m_unit_of_call.push_back(unit_of(call));
  for (const Unit& unit : m_units)
    m_trains.push_back(job.flow.does(job.roles[static_cast<std::size_t>(unit.role)].name, Do::train));
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
      if (has_unit(set.units, unit) && !m_units[unit].generates)
        works.push_back({m_units[unit].role, set.pool, set.gpus});
  for (const Unit& unit : m_units)
    for (std::size_t pool = 0; pool < m_counts.size(); ++pool) {
      if (unit.generates)
        m_engines.add(unit.role, static_cast<int>(pool));
      else if (only.empty())
        for (const int gpus : m_counts[pool]) works.push_back({unit.role, static_cast<int>(pool), gpus});
    }
  std::vector<std::vector<RoleLayout>> made(works.size());
  parallel_for(works.size(), threads, stop, [&](std::size_t i, int) {
    const Work& work = works[i];
    made[i] = role_layouts(
        question_of(work.role), m_cluster.pools[static_cast<std::size_t>(work.pool)], work.gpus,
        *m_kept[static_cast<std::size_t>(work.role) * m_counts.size() + static_cast<std::size_t>(work.pool)]);
  });
  for (std::size_t i = 0; i < works.size(); ++i)
    m_layouts[{works[i].role, works[i].pool, works[i].gpus}] = std::move(made[i]);
}

RoleQuestion Sets::question_of(int role) const {
  RoleQuestion question{m_job.roles[static_cast<std::size_t>(role)]};
  question.trains = m_job.flow.does(question.role.name, Do::train);
  question.batch = m_batch;
  question.samples = m_job.samples();
  question.year = m_job.year();
  question.mini_batches = m_job.mini_batches;
  question.epochs = m_job.epochs;
  question.memory_headroom = m_limits.limits.memory_headroom;
  const auto& asked = question.trains ? m_job.train : m_job.infer;
  if (const auto found = asked.find(question.role.name); found != asked.end())
    question.asked = &found->second;
  return question;
}

const std::vector<RoleLayout>& Sets::layouts(int role, int pool, int gpus) const {
  static const std::vector<RoleLayout> none;
  const auto found = m_layouts.find({role, pool, gpus});
  return found == m_layouts.end() ? none : found->second;
}

const Role& Sets::role_of(std::size_t unit) const {
  return m_job.roles[static_cast<std::size_t>(m_units[unit].role)];
}

std::string Sets::phase_of(std::size_t unit) const {
  return m_units[unit].generates ? "generate" : m_trains[unit] ? "train" : "infer";
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

double Sets::handover(const SetPlan& plan, int role) const {
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
  const double part = weights_bytes(role) / engine->worker.gpus();
  return constants::wake_seconds + part / constants::gather_bytes_per_second;
}

/// Looks for the layouts of one set: depth first, the fastest of each role first, cut by what the roles that
/// are left take at least.
class Sets::SetSearch {
 public:
  SetSearch(Sets& sets, const PlacedSet& set, bool offloads)
      : m_sets(sets), m_set(set), m_offloads(offloads), m_limit(sets.limit_bytes(set.pool)) {
    for (std::size_t unit = 0; unit < sets.m_units.size(); ++unit) {
      if (!has_unit(set.units, unit)) continue;
      if (sets.m_units[unit].generates)
        m_engines.push_back(static_cast<int>(unit));
      else
        m_members.push_back({static_cast<int>(unit), {}, nullptr});
    }
  }

  SetPlan find() {
    double least = 0.0;
    for (const int unit : m_engines) {
      const double seconds = engine_seconds(unit, m_limit);
      if (seconds == kNone) return {};
      least += seconds;
    }
    for (Member& member : m_members) {
      for (const RoleLayout& layout :
           m_sets.layouts(m_sets.m_units[static_cast<std::size_t>(member.unit)].role, m_set.pool, m_set.gpus))
        member.layouts.push_back({&layout, seconds_of(member.unit, layout)});
      std::stable_sort(member.layouts.begin(), member.layouts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
      keep_useful(member);
      if (member.layouts.empty()) return {};
    }
    m_least_left.assign(m_members.size() + 1, least);
    m_rest_left.assign(m_members.size() + 1, 0.0);
    for (std::size_t i = m_members.size(); i-- > 0;) {
      m_least_left[i] = m_least_left[i + 1] + m_members[i].layouts.front().second;
      double rest = kNone;
      for (const auto& [layout, seconds] : m_members[i].layouts) rest = std::min(rest, layout->rest_bytes);
      m_rest_left[i] = m_rest_left[i + 1] + rest;
    }
    go(0, 0.0, 0.0, 0.0);
    return m_least == kNone ? SetPlan{} : made();
  }

 private:
  struct Member {
    int unit = 0;
    std::vector<std::pair<const RoleLayout*, double>> layouts;
    const RoleLayout* chosen = nullptr;
  };

  bool trains(int unit) const { return m_sets.m_trains[static_cast<std::size_t>(unit)]; }
  double moved(const RoleLayout& layout) const {
    return m_offloads ? 2.0 * layout.rest_bytes / constants::host_bytes_per_second : 0.0;
  }
  double call_seconds(const Call& call, const RoleLayout& layout) const {
    return moved(layout) + (call.what == Do::train ? layout.train_seconds : layout.forward_seconds);
  }
  double seconds_of(int unit, const RoleLayout& layout) const {
    double seconds = 0.0;
    for (std::size_t call = 0; call < m_sets.m_unit_of_call.size(); ++call)
      if (m_sets.m_unit_of_call[call] == unit) seconds += call_seconds(m_sets.m_job.flow.calls[call], layout);
    return seconds;
  }
  /// All calls of an engine with so much room; kNone where one does not fit.
  double engine_seconds(int unit, double room) {
    double seconds = 0.0;
    for (std::size_t call = 0; call < m_sets.m_unit_of_call.size(); ++call) {
      if (m_sets.m_unit_of_call[call] != unit) continue;
      const auto engine =
          m_sets.m_engines.fastest({m_sets.m_units[static_cast<std::size_t>(unit)].role, m_set.pool,
                                    m_set.gpus, room, m_sets.rollout_samples(m_sets.m_job.flow.calls[call])});
      if (!engine) return kNone;
      seconds += engine->times.seconds;
    }
    return seconds;
  }

  /// Bytes that a GPU holds while the member works, beyond those that it holds at rest.
  double swell_of(const Member& member, const RoleLayout& layout) const {
    return std::max(trains(member.unit) ? layout.train_bytes : 0.0, layout.forward_bytes) - layout.rest_bytes;
  }
  /// Of layouts from the fastest on, those that fit alone and that none before them beats in memory. On the
  /// host no member minds the others: the fastest is enough.
  void keep_useful(Member& member) const {
    std::vector<std::pair<const RoleLayout*, double>> useful;
    for (const auto& [layout, seconds] : member.layouts) {
      const double rest = layout->rest_bytes, swell = swell_of(member, *layout);
      if (rest + swell > m_limit) continue;
      const bool beaten = std::any_of(useful.begin(), useful.end(), [&](const auto& other) {
        return m_offloads || (other.first->rest_bytes <= rest && swell_of(member, *other.first) <= swell);
      });
      if (!beaten) useful.emplace_back(layout, seconds);
    }
    member.layouts = std::move(useful);
  }

  /// `swell`: the largest of those that are chosen.
  void go(std::size_t i, double seconds, double rest, double swell) {
    if (seconds + m_least_left[i] >= m_least) return;
    if (!m_offloads && rest + m_rest_left[i] + swell > m_limit) return;
    if (i == m_members.size()) return finish(seconds, rest);
    for (const auto& [layout, own] : m_members[i].layouts) {
      if (seconds + own + m_least_left[i + 1] >= m_least) return;
      m_members[i].chosen = layout;
      go(i + 1, seconds + own, rest + layout->rest_bytes, std::max(swell, swell_of(m_members[i], *layout)));
    }
  }

  double peak_of(const Member& member, double rest) const {
    return swell_of(member, *member.chosen) + (m_offloads ? member.chosen->rest_bytes : rest);
  }

  void finish(double seconds, double rest) {
    for (const int unit : m_engines) {
      const double own = engine_seconds(unit, m_limit - (m_offloads ? 0.0 : rest));
      if (own == kNone) return;
      seconds += own;
    }
    if (seconds >= m_least) return;
    m_least = seconds;
    m_rest = rest;
    m_best.clear();
    for (const Member& member : m_members) m_best.push_back(member.chosen);
  }

  SetPlan made() {
    SetPlan plan;
    plan.fits = true;
    plan.offloads = m_offloads;
    plan.calls.assign(m_sets.m_unit_of_call.size(), {});
    for (std::size_t i = 0; i < m_members.size(); ++i) {
      m_members[i].chosen = m_best[i];
      plan.fullest_bytes = std::max(plan.fullest_bytes, peak_of(m_members[i], m_rest));
      const RoleLayout& layout = *m_best[i];
      plan.units.push_back({m_members[i].unit, layout, {}, m_offloads ? 0.0 : layout.rest_bytes});
      for (std::size_t call = 0; call < plan.calls.size(); ++call) {
        if (m_sets.m_unit_of_call[call] != m_members[i].unit) continue;
        CallUse& use = plan.calls[call];
        const bool trained = m_sets.m_job.flow.calls[call].what == Do::train;
        use.parts[trained ? Part::training : Part::forward] =
            trained ? layout.train_seconds : layout.forward_seconds;
        use.parts[Part::host] = moved(layout);
        use.bytes = trained ? layout.train_bytes : layout.forward_bytes;
      }
    }
    const double held = m_offloads ? 0.0 : m_rest;
    for (const int unit : m_engines) add_engine(plan, unit, held);
    for (const CallUse& use : plan.calls) plan.seconds.push_back(use.parts.sum());
    return plan;
  }

  void add_engine(SetPlan& plan, int unit, double held) {
    const int role = m_sets.m_units[static_cast<std::size_t>(unit)].role;
    bool first = true;
    for (std::size_t call = 0; call < plan.calls.size(); ++call) {
      if (m_sets.m_unit_of_call[call] != unit) continue;
      const auto engine = m_sets.m_engines.fastest({role, m_set.pool, m_set.gpus, m_limit - held,
                                                    m_sets.rollout_samples(m_sets.m_job.flow.calls[call])});
      plan.fullest_bytes = std::max(plan.fullest_bytes, engine->bytes + held);
      CallUse& use = plan.calls[call];
      use.bytes = engine->bytes;
      use.parts[Part::prefill] = engine->times.prefill_seconds;
      use.parts[Part::stragglers] = engine->times.straggler_seconds;
      use.parts[Part::decode] =
          engine->times.seconds - engine->times.prefill_seconds - engine->times.straggler_seconds;
      if (!std::exchange(first, false)) continue;
      // Beside others an engine sleeps between its calls, and holds nothing.
      const bool alone = (m_set.units & (m_set.units - 1)) == 0;
      plan.units.push_back({unit, {}, *engine, alone ? engine->bytes : 0.0});
      use.parts[Part::handover] = m_sets.handover(plan, role);
    }
  }

  Sets& m_sets;
  const PlacedSet& m_set;
  bool m_offloads;
  double m_limit;
  std::vector<Member> m_members;
  std::vector<int> m_engines;
  std::vector<double> m_least_left, m_rest_left;  ///< of the members from one on
  double m_least = kNone, m_rest = 0.0;
  std::vector<const RoleLayout*> m_best;
};

double SetPlan::seconds_of(Part part) const {
  double all = 0.0;
  for (const CallUse& use : calls) all += use.parts[part];
  return all;
}

const SetPlan& Sets::plan(const PlacedSet& set) {
  const auto known = m_plans.find(set);
  return known != m_plans.end() ? known->second : m_plans.emplace(set, made(set)).first->second;
}

SetPlan Sets::made(const PlacedSet& set) {
  SetPlan on_device = SetSearch(*this, set, false).find();
  const bool alone = (set.units & (set.units - 1)) == 0;
  if (alone) return on_device;
  SetPlan on_host = SetSearch(*this, set, true).find();
  if (!on_host.fits) return on_device;
  if (!on_device.fits) return on_host;
  const auto sum = [](const SetPlan& plan) {
    double seconds = 0.0;
    for (const double each : plan.seconds) seconds += each;
    return seconds;
  };
  return sum(on_host) < sum(on_device) ? on_host : on_device;
}

double transfer_seconds(double weights, int gpus_of_copy, double bytes_per_second) {
  const double taken_in = weights / gpus_of_copy / constants::receive_bytes_per_second;
  return bytes_per_second > 0.0 ? std::max(taken_in, weights / (bytes_per_second * constants::network_share))
                                : taken_in;
}

double Sets::way_between(const PlacedSet& from, const PlacedSet& to) const {
  const auto rate = [&](const PlacedSet& set) {
    const hardware::Pool& pool = m_cluster.pools[static_cast<std::size_t>(set.pool)];
    const bool inside = from.pool == to.pool && from.gpus + to.gpus <= pool.gpus_of_node();
    return !inside && pool.inter_node.bandwidth.value > 0.0 ? pool.inter_node.bandwidth.value
                                                            : pool.intra_node.bandwidth.value;
  };
  const double way = std::min(rate(from), rate(to));
  if (from.pool == to.pool) return way;
  const hardware::Link link =
      m_cluster.between(static_cast<std::size_t>(from.pool), static_cast<std::size_t>(to.pool));
  return std::min(way, link.bandwidth.value);
}

double Sets::sync_seconds(const std::vector<PlacedSet>& sets) {
  double slowest = 0.0;
  for (std::size_t unit = 0; unit < m_units.size(); ++unit) {
    const Unit& engine = m_units[unit];
    if (!engine.generates ||
        !m_job.flow.does(m_job.roles[static_cast<std::size_t>(engine.role)].name, Do::train))
      continue;
    const auto holding = [&](bool generates) {
      return std::find_if(sets.begin(), sets.end(), [&](const PlacedSet& set) {
        for (std::size_t other = 0; other < m_units.size(); ++other)
          if (has_unit(set.units, other) && m_units[other].role == engine.role &&
              m_units[other].generates == generates)
            return true;
        return false;
      });
    };
    const auto to = holding(true), from = holding(false);
    if (to == sets.end() || from == sets.end() || to == from) continue;
    for (const UnitPlan& planned : plan(*to).units)
      if (planned.generator && planned.unit == static_cast<int>(unit))
        slowest =
            std::max(slowest, transfer_seconds(weights_bytes(engine.role), planned.generator->worker.gpus(),
                                               way_between(*from, *to)));
  }
  return slowest;
}

bool Sets::lie_on_nodes(const std::vector<PlacedSet>& sets) const {
  int all = 0;
  for (const PlacedSet& set : sets) all += set.gpus;
  if (all > m_cluster.max_total_gpus.value_or(all)) return false;
  for (std::size_t pool = 0; pool < m_cluster.pools.size(); ++pool) {
    std::vector<int> gpus;
    for (const PlacedSet& set : sets)
      if (set.pool == static_cast<int>(pool)) gpus.push_back(set.gpus);
    if (gpus.size() > 1 && !lie_beside(m_cluster.pools[pool], std::move(gpus))) return false;
  }
  return true;
}

PlacingQuestion Sets::placing() {
  PlacingQuestion question;
  question.units = static_cast<int>(m_units.size());
  for (const Call& call : m_job.flow.calls) {
    const int unit = unit_of(call);
    question.unit_of_call.push_back(unit);
    question.after.push_back(call.after);
    const Role& role = m_job.roles[static_cast<std::size_t>(m_job.role_named(call.role))];
    const double rounds = std::ceil(m_job.samples() / role.at_once);
    question.free_seconds.push_back(unit < 0 ? role.seconds_per_sample * rounds : 0.0);
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
  const cost::Charges charges = cost::charges_of(m_cluster, m_limits);
  for (std::size_t pool = 0; pool < m_cluster.pools.size(); ++pool) {
    question.gpus.push_back(std::min(m_cluster.pools[pool].max_gpus, m_cluster.pools[pool].gpus()));
    question.usd_per_gpu_hour.push_back(charges.of_gpu[pool].usd_per_hour.value_or(0.0));
  }
  question.usd_per_hour = charges.base.usd_per_hour.value_or(0.0);
  question.usd_per_hour_of = [this](const std::vector<int>& gpus) {
    const auto rate = cost::hourly(m_cluster, m_limits, gpus).usd_per_hour;
    return rate ? rate->value : 0.0;
  };
  question.asynchronous = m_job.asynchronous;
  question.times = [this](const PlacedSet& set) {
    const SetPlan& found = plan(set);
    return SetTimes{found.fits, found.seconds};
  };
  question.sync = [this](const std::vector<PlacedSet>& sets) { return sync_seconds(sets); };
  question.beside = [this](const std::vector<PlacedSet>& sets) { return lie_on_nodes(sets); };
  return question;
}

}  // namespace astrolabe::post_training
