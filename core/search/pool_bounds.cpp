#include "core/search/pool_bounds.h"

#include <algorithm>
#include <cmath>

#include "core/base/rounding.h"
#include "core/cost/memory.h"
#include "core/cost/schedule.h"
#include "core/cost/transfer.h"
#include "core/search/ranking.h"
#include "core/strategy/chunks.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Objective;
using strategy::Strategy;
namespace reads = strategy::reads;

/// What the pools of a node do together at least, before stragglers.
struct PoolBounds::Sums {
  double layers = 0.0;      ///< seconds of all layers for a micro-batch
  double bottleneck = 0.0;  ///< seconds of the longest stage
  double slowest = 0.0;     ///< seconds of the layers that every stage has, on the slowest pool in use
  double rate = 0.0;        ///< average layers a second
  int micro_batches = 1;
  int gpus = 0, paid = 0;
  double usd_per_hour = 0.0;
  int stage_layers = 1;  ///< that every stage has
};

PoolBounds::PoolBounds(const strategy::Problem& problem, const strategy::Space& space, cost::Tables& tables,
                       Objective objective, const SettingTables& settings,
                       const std::vector<PoolClass>& classes, const std::vector<PoolBox>& boxes)
    : m_problem(problem),
      m_space(space),
      m_tables(tables),
      m_objective(objective),
      m_settings(settings),
      m_boxes(boxes),
      m_layers(cost::class_counts(*problem.graph)),
      m_charges(cost::charges_of(problem.cluster, problem.job)),
      m_priced(m_charges.base.usd_per_hour.has_value()),
      m_tokens(problem.job.tokens_per_step()) {
  for (std::size_t c = 0; c < classes.size(); ++c)
    for (const int pool : classes[c]) {
      m_slots.push_back(pool);
      m_class.push_back(c);
    }
  for (std::size_t pool = 0; pool < problem.cluster.pools.size(); ++pool) {
    m_empty.push_back(
        cost::stage_memory(problem.job, problem.cluster.pools[pool], static_cast<int>(pool), {}));
    m_priced = m_priced && m_charges.of_gpu[pool].usd_per_hour;
  }
  // Whether all stages hold as many layers may hang on what settings of a kind differ in: then it is not
  // told.
  constexpr std::uint32_t kApart = reads::recompute | reads::zero | reads::grad | reads::param |
                                   reads::offload | reads::sharding | reads::pool | reads::tensor;
  m_even_by_kind = problem.rules && !problem.rules->of_layers.empty();
  if (m_even_by_kind)
    for (const std::size_t rule : problem.rules->of_layers)
      m_even_by_kind = m_even_by_kind && (problem.rules->rules[rule].reads & kApart) == 0;
}

std::vector<PoolBounds::Reach> PoolBounds::reach_behind(const PoolBox& box) const {
  std::vector<Reach> behind(m_slots.size() + 1);
  for (std::size_t slot = m_slots.size(); slot-- > 0;) {
    Reach here{m_problem.cluster.may_leave_unused ? 0 : kAnyNumber, 0};
    for (const StageRange& choice : box.choices[m_class[slot]]) {
      here.least = std::min(here.least, choice.least);
      here.most = std::max(here.most, choice.most);
    }
    behind[slot] = {behind[slot + 1].least + here.least, behind[slot + 1].most + here.most};
  }
  return behind;
}

Family PoolBounds::family_of(const OpenPools& node) const {
  const PoolBox& box = m_boxes[node.box];
  Family family;
  family.data_parallel = box.data_parallel;
  family.context_parallel = box.context_parallel;
  for (std::size_t slot = 0; slot < node.taken.size(); ++slot) {
    const PoolTaken& taken = node.taken[slot];
    if (taken.stages == 0) continue;
    const int tensor = choices(node, slot)[static_cast<std::size_t>(taken.choice)].tensor_parallel;
    family.uses.push_back({m_slots[slot], tensor, taken.stages, taken.stages});
  }
  std::sort(family.uses.begin(), family.uses.end(),
            [](const Family::Use& a, const Family::Use& b) { return a.pool < b.pool; });
  return family;
}

cost::PoolFloor PoolBounds::floor_of(const PoolBox& box, const Kind& kind, int pool, int tensor) const {
  Strategy strategy;
  m_space.start({{{pool, 1, tensor}}, box.replicas() > 1 ? 2 : 1, 1}, strategy);
  strategy.context_parallel = box.context_parallel;
  strategy.data_parallel = box.data_parallel;
  m_space.choose(kind.index, strategy);
  return cost::pool_floor(m_tables, cost::splitting_of(strategy, pool, tensor), strategy.recompute);
}

std::unique_ptr<PoolBounds::Floors> PoolBounds::made_floors(const PoolBox& box, const Kind& kind) const {
  auto made = std::make_unique<Floors>();
  std::vector<cost::PoolFloor> all;
  std::size_t slot = 0;
  std::vector<int> first_pool(box.choices.size());
  for (; slot < m_slots.size(); ++slot)
    if (slot == 0 || m_class[slot] != m_class[slot - 1]) first_pool[m_class[slot]] = m_slots[slot];
  for (std::size_t c = 0; c < box.choices.size(); ++c)
    for (const StageRange& choice : box.choices[c])
      all.push_back(floor_of(box, kind, first_pool[c], choice.tensor_parallel));
  cost::average_layers(m_layers, all.data(), static_cast<int>(all.size()));
  auto next = all.begin();
  for (std::size_t c = 0; c < box.choices.size(); ++c) {
    std::vector<double>& rates = made->stage_rate.emplace_back();
    std::vector<cost::PoolFloor>& floors = made->of.emplace_back();
    const double usd =
        std::max(0.0, m_charges.of_gpu[static_cast<std::size_t>(first_pool[c])].usd_per_hour.value_or(0.0));
    for (const StageRange& choice : box.choices[c]) {
      const cost::PoolFloor& floor = floors.emplace_back(*next++);
      rates.push_back(usd * choice.tensor_parallel * box.replicas());
      made->fixed = std::min(made->fixed, floor.fixed);
      made->first_edge = std::min(made->first_edge, floor.first_edge);
      made->last_edge = std::min(made->last_edge, floor.last_edge);
      made->fastest = std::min(made->fastest, floor.layer);
      made->backward = std::min(made->backward, floor.backward_share);
      made->cheapest_layer = std::min(made->cheapest_layer, floor.layer * rates.back());
      made->shares.include(floor.shares);
      made->boundary_bytes = floor.boundary_bytes;
    }
  }
  return made;
}

const PoolBounds::Floors& PoolBounds::floors_of(const OpenPools& node) {
  const Kind& kind = m_settings.kinds()[node.kind];
  std::unique_ptr<Floors>& place = m_floors[{node.box, kind.floor}];
  if (!place) place = made_floors(m_boxes[node.box], kind);
  return *place;
}

/// Layers that every stage of the node's pipelines has, its number of stages given.
int PoolBounds::stage_layers(const OpenPools& node) const {
  const Kind& kind = m_settings.kinds()[node.kind];
  const int layers = m_problem.graph->layer_count();
  if (kind.chunks > 1)
    return strategy::chunking_of(kind.schedule, layers, node.stages, kind.chunks).least_stage();
  if (!m_even_by_kind) return 1;
  const PoolBox& box = m_boxes[node.box];
  Strategy strategy;
  m_space.start(
      {{{m_slots.front(), node.stages, box.tensor_parallel}}, box.data_parallel, box.context_parallel},
      strategy);
  m_space.choose(kind.index, strategy);
  return strategy::deals_evenly(m_problem, strategy) ? std::max(1, layers / node.stages) : 1;
}

/// False where the pools that are known have more stages than the node, or those that are open too few.
bool PoolBounds::add_up(const OpenPools& node, const Floors& floors, Sums& sums) const {
  const PoolBox& box = m_boxes[node.box];
  const Kind& kind = m_settings.kinds()[node.kind];
  const bool all = !m_problem.cluster.may_leave_unused;
  const double lightest = floors.of.empty() ? 1.0 : lightest_of(floors);
  sums.micro_batches = m_problem.job.micro_batches(box.data_parallel, kind.micro_batch);
  if (node.stages > 0) sums.stage_layers = stage_layers(node);
  double more = 0.0;  // seconds that stages take beyond those of the fastest
  int stages = 0, least_gpus = kAnyNumber, open_stages = 0;
  double least_rate = kBeyond;
  const auto stage = [&](const cost::PoolFloor& floor) {
    return std::max(floor.least_layer, sums.stage_layers * lightest * floor.layer);
  };
  for (std::size_t slot = 0; slot < m_slots.size(); ++slot) {
    const std::size_t c = m_class[slot];
    const std::vector<StageRange>& ranges = box.choices[c];
    if (slot < node.taken.size()) {
      const PoolTaken& taken = node.taken[slot];
      if (taken.stages == 0) continue;
      const auto choice = static_cast<std::size_t>(taken.choice);
      const cost::PoolFloor& floor = floors.of[c][choice];
      more += taken.stages * (floor.layer - floors.fastest);
      sums.slowest = std::max(sums.slowest, stage(floor));
      sums.rate += taken.stages / floor.layer;
      stages += taken.stages;
      const hardware::Pool& pool = m_problem.cluster.pools[static_cast<std::size_t>(m_slots[slot])];
      const int used = taken.stages * ranges[choice].tensor_parallel * box.replicas();
      sums.gpus += used;
      sums.paid += pool.paid(used);
      sums.usd_per_hour += floors.stage_rate[c][choice] * taken.stages * pool.paid(used) / used;
      continue;
    }
    double least_more = all ? kBeyond : 0.0, least_stage = all ? kBeyond : 0.0, rate = 0.0;
    int least = all ? kAnyNumber : 0;
    for (std::size_t k = 0; k < ranges.size(); ++k) {
      const cost::PoolFloor& floor = floors.of[c][k];
      rate = std::max(rate, ranges[k].most / floor.layer);
      least_gpus = std::min(least_gpus, ranges[k].tensor_parallel * box.replicas());
      least_rate = std::min(least_rate, floors.stage_rate[c][k]);
      if (!all) continue;
      least_more = std::min(least_more, ranges[k].least * (floor.layer - floors.fastest));
      least_stage = std::min(least_stage, stage(floor));
      least = std::min(least, ranges[k].least);
    }
    more += least_more;
    sums.slowest = std::max(sums.slowest, least_stage);
    sums.rate += rate;
    open_stages += least;
  }
  if (node.stages > 0 && (stages + open_stages > node.stages)) return false;
  const int open = std::max(open_stages, node.stages - stages);
  if (open > 0) {
    if (least_gpus == kAnyNumber) return false;
    sums.gpus += open * least_gpus;
    sums.paid += open * least_gpus;
    sums.usd_per_hour += open * least_rate;
  }
  if (sums.rate <= 0.0) return false;
  sums.layers = m_problem.graph->layer_count() * floors.fastest + lightest * more;
  return true;
}

double PoolBounds::lightest_of(const Floors& floors) {
  for (const std::vector<cost::PoolFloor>& choices : floors.of)
    if (!choices.empty()) return choices.front().lightest;
  return 1.0;
}

/// Whole layers of the main class that stages hold within so many seconds, each at the most; what embedding
/// and head take of that, at the least, wherever they stand.
struct PoolBounds::Rooms {
  long all = 0, decided = 0, widest = 0;
  long head = kAnyNumber, embedding = kAnyNumber;
  /// Whole layers of one stage.
  long add(const cost::PoolFloor& floor, double within) {
    const auto layers = [&](double seconds) {
      return static_cast<long>(std::clamp(whole_in(seconds, floor.main_layer), 0.0, 1e6));
    };
    const long each = layers(within);
    head = std::min(head, each - layers(within - floor.last_edge));
    embedding = std::min(embedding, each - layers(within - floor.first_edge));
    return each;
  }
};

PoolBounds::Rooms PoolBounds::rooms(const OpenPools& node, const Floors& floors, double within) const {
  const PoolBox& box = m_boxes[node.box];
  Rooms rooms;
  for (std::size_t slot = 0; slot < m_slots.size(); ++slot) {
    const std::size_t c = m_class[slot];
    if (slot < node.taken.size()) {
      const PoolTaken& taken = node.taken[slot];
      if (taken.stages == 0) continue;
      rooms.all += taken.stages * rooms.add(floors.of[c][static_cast<std::size_t>(taken.choice)], within);
      rooms.decided = rooms.all;
      continue;
    }
    long most = 0;
    for (std::size_t k = 0; k < box.choices[c].size(); ++k) {
      const long each = rooms.add(floors.of[c][k], within);
      rooms.widest = std::max(rooms.widest, each);
      most = std::max(most, box.choices[c][k].most * each);
    }
    rooms.all += most;
  }
  return rooms;
}

/// No pipeline of the node has a shorter longest stage: whole layers of the main class find a place within no
/// less, beside embedding and head.
double PoolBounds::bottleneck(const OpenPools& node, const Floors& floors, const Sums& sums) const {
  const auto layers = static_cast<long>(m_layers.main_layers);
  const bool whole = m_problem.graph->classes.size() == 1;
  const bool apart = node.stages > 1 && !strategy::schedule_row(m_settings.kinds()[node.kind].schedule).back;
  int open = node.stages;
  for (const PoolTaken& taken : node.taken) open -= taken.stages;
  const auto finds_place = [&](double within) {
    const Rooms found = rooms(node, floors, within);
    // Layers of other classes may stand where embedding and head do.
    const long edges = whole ? found.head + (apart ? found.embedding : 0) : 0;
    if (found.all - edges < layers) return false;
    return node.stages == 0 || open == 0 || found.decided + open * found.widest - edges >= layers;
  };
  double low = std::max(sums.slowest, m_problem.graph->layer_count() / sums.rate);
  if (finds_place(low)) return low;
  double high = 2.0 * low;
  while (!finds_place(high)) {
    low = high;
    high *= 2.0;
    if (high > 1e9) return kBeyond;
  }
  constexpr double kNear = 1e-5;
  while (high - low > kNear * low) {
    const double middle = 0.5 * (low + high);
    (finds_place(middle) ? high : low) = middle;
  }
  return low;
}

double PoolBounds::straggler_factor(int gpus) const {
  double& factor = m_stragglers[gpus];
  if (factor == 0.0) factor = cost::straggler_factor(m_problem, gpus);
  return factor;
}

/// Fills step, price and bound from seconds before stragglers and the fixed time.
void PoolBounds::price(OpenPools& node, double seconds, const Floors& floors, const Sums& sums) const {
  Node& told = node.told;
  const double scale = straggler_factor(sums.gpus);
  told.step = std::max(told.step, rounded_down((seconds + floors.fixed) * scale));
  if (m_priced) {
    const double idle = *m_charges.base.usd_per_hour;
    const double worked = sums.micro_batches * m_problem.graph->layer_count() * floors.cheapest_layer * scale;
    told.usd = std::max(
        told.usd, rounded_down(std::max((idle + sums.usd_per_hour) * told.step, idle * told.step + worked)));
  }
  double value = told.step;
  if (m_objective == Objective::gpus) value = smallest_value(sums.paid, told.step);
  if (m_objective == Objective::money)
    value = m_priced ? told.usd * 1e12 / (m_tokens * kSecondsPerHour) : 1e298;
  told.bound = std::max(told.bound, value);
}

bool PoolBounds::bound(OpenPools& node) {
  const Floors& floors = floors_of(node);
  Sums sums;
  if (!add_up(node, floors, sums)) return false;
  sums.bottleneck = bottleneck(node, floors, sums);
  if (sums.bottleneck >= kBeyond) return false;
  const Kind& kind = m_settings.kinds()[node.kind];
  const double k = sums.micro_batches;
  const double edges = floors.first_edge + floors.last_edge;
  double seconds = k * sums.bottleneck;
  if (kind.chunks == 1 && node.stages > 0) {
    const cost::Form form{kind.schedule, sums.micro_batches, node.stages,  0.0,
                          edges,         floors.backward,    floors.shares};
    seconds = form(sums.layers, sums.bottleneck);
  } else if (kind.schedule == strategy::Schedule::one_f_one_b || kind.schedule == strategy::Schedule::gpipe) {
    seconds = std::max(seconds, sums.layers + edges + (k - 1.0) * floors.backward * sums.bottleneck);
  }
  price(node, seconds, floors, sums);
  return true;
}

/// Least seconds of all transfers of one micro-batch, both ways, in whatever order the pools stand.
double PoolBounds::links(const OpenPools& node, const Floors& floors) const {
  const cost::Coefficients& k = cost::coefficients_of(m_problem);
  const Family family = family_of(node);
  double inner = kBeyond, cross = kBeyond;
  for (std::size_t i = 0; i < family.uses.size(); ++i) {
    const Family::Use& a = family.uses[i];
    const hardware::Pool& pool = m_problem.cluster.pools[static_cast<std::size_t>(a.pool)];
    inner = std::min(inner, cost::transfer_seconds(floors.boundary_bytes, cost::reached_network(pool, k),
                                                   a.tensor_parallel));
    if (2 * a.tensor_parallel * family.replicas() <= pool.scale_up_domain)
      inner = std::min(inner, cost::transfer_seconds(floors.boundary_bytes, cost::reached_inside(pool, k),
                                                     a.tensor_parallel));
    for (std::size_t j = i + 1; j < family.uses.size(); ++j)
      cross = std::min(cross, cost::transfer_seconds(
                                  floors.boundary_bytes,
                                  cost::reached_between(m_problem.cluster, a.pool, family.uses[j].pool, k),
                                  std::min(a.tensor_parallel, family.uses[j].tensor_parallel)));
  }
  const int crossings = static_cast<int>(family.uses.size()) - 1;
  const int inside = node.stages - 1 - crossings;
  return 2.0 * ((crossings > 0 ? crossings * cross : 0.0) + (inside > 0 ? inside * inner : 0.0));
}

bool PoolBounds::bound_setting(OpenPools& node) {
  const Floors& floors = floors_of(node);
  Sums sums;
  if (!add_up(node, floors, sums)) return false;
  const Kind& kind = m_settings.kinds()[node.kind];
  const Family family = family_of(node);
  Strategy strategy;
  m_space.start_family(family, strategy);
  strategy.pipeline_parallel = node.stages;
  m_space.choose(node.setting, strategy);
  const auto held = [&](int stage) {
    return static_cast<double>(cost::in_flight(strategy.schedule, node.stages, strategy.virtual_pipeline,
                                               sums.micro_batches, stage)) /
           strategy.virtual_pipeline;
  };
  const double in_flight = std::min(held(0), held(node.stages - 1));
  std::vector<cost::PoolFloor> used;
  std::vector<int> stages;
  for (std::size_t slot = 0; slot < node.taken.size(); ++slot) {
    const PoolTaken& taken = node.taken[slot];
    if (taken.stages == 0) continue;
    const auto choice = static_cast<std::size_t>(taken.choice);
    cost::PoolFloor& floor = used.emplace_back(floors.of[m_class[slot]][choice]);
    const int pool = m_slots[slot];
    const int tensor = choices(node, slot)[choice].tensor_parallel;
    floor.holds = cost::room_of(m_tables, strategy, pool, tensor, m_layers.main,
                                m_empty[static_cast<std::size_t>(pool)])
                      .holds(in_flight);
    floor.lengthen(cost::layer_extra(m_tables, strategy, pool, tensor, node.stages, floor));
    stages.push_back(taken.stages);
  }
  // Fastest first.
  std::vector<std::size_t> order(used.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return used[a].layer < used[b].layer; });
  std::vector<cost::PoolFloor> sorted;
  std::vector<int> sorted_stages;
  for (const std::size_t i : order) {
    sorted.push_back(used[i]);
    sorted_stages.push_back(stages[i]);
  }
  const cost::Mixture mixture{.floors = sorted.data(),
                              .stages = sorted_stages.data(),
                              .count = static_cast<int>(used.size()),
                              .layers = m_problem.graph->layer_count(),
                              .main_layers = static_cast<int>(m_layers.main_layers),
                              .front = m_layers.front,
                              .micro_batches = sums.micro_batches,
                              .whole = m_problem.graph->classes.size() == 1,
                              .schedule = kind.schedule,
                              .chunks = kind.chunks,
                              .links = links(node, floors),
                              .goes_down = true,
                              .bottleneck = bottleneck(node, floors, sums)};
  const double seconds = cost::mixture_lower_bound(mixture);
  if (seconds >= cost::kNoRoom) return false;
  price(node, std::max(seconds, sums.micro_batches * sums.slowest), floors, sums);
  return true;
}

}  // namespace astrolabe::search
