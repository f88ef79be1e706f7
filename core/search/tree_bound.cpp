// What a node of the tree costs at least: the context that it stands in, the bounds of its level.

#include <algorithm>
#include <memory>
#include <numeric>

#include "core/base/rounding.h"
#include "core/cost/limits.h"
#include "core/cost/transfer.h"
#include "core/search/ranking.h"
#include "core/search/tree.h"
#include "core/strategy/chunks.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Objective;
using strategy::Schedule;
using strategy::Strategy;

/// Where the floors of a family stand in each row of m_floor_at.
void Tree::set_floors_at(Place& place) const {
  const Family& family = place.family;
  const auto place_in = [](const std::vector<int>& sorted, int value) {
    return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
  };
  const std::size_t context = place_in(m_context, family.context_parallel);
  for (std::size_t i = 0; i < family.uses.size(); ++i) {
    const Family::Use& use = family.uses[i];
    const std::size_t pool = context * m_problem.cluster.pools.size() + static_cast<std::size_t>(use.pool);
    const std::size_t at = pool * m_tensor.size() + place_in(m_tensor, use.tensor_parallel);
    place.floor_at[i] = static_cast<std::uint32_t>(at * 2 + (family.replicas() > 1 ? 1 : 0));
  }
}

const cost::PoolFloor& Tree::make_floor(const Kind& kind, const Place& place, std::size_t use,
                                        std::size_t slot) {
  const Family& family = place.family;
  const auto& [pool, tensor_parallel, least, most] = family.uses[use];
  Strategy strategy;
  m_space.start({{{pool, 1, tensor_parallel}}, family.replicas() > 1 ? 2 : 1, 1}, strategy);
  strategy.context_parallel = family.context_parallel;
  strategy.data_parallel = family.data_parallel;
  m_space.choose(kind.index, strategy);
  return m_floor_at[slot].keep(std::make_unique<cost::PoolFloor>(
      cost::pool_floor(m_tables, cost::splitting_of(strategy, pool, tensor_parallel), strategy.recompute)));
}

/// The context of another node of the same family, of whose floors nothing was changed.
void Tree::set_sibling(const Node& node, Context& context) {
  if (context.kind == nullptr) return set_context(node, context);
  const Kind& kind = m_settings.kinds()[context.settings->part(node.kind).kind];
  if (kind.floor != context.kind->floor) return set_context(node, context);
  context.kind = &kind;
}

/// The context without floors, and the pools in the cluster's order.
void Tree::set_place(const Node& node, Context& context) const {
  const Place& place = m_places[node.family];
  const Family& family = place.family;
  context.place = &place;
  context.settings = &m_settings.settings(place.settings);
  context.kind = &m_settings.kinds()[context.settings->part(node.kind).kind];
  context.micro_batches = m_problem.job.micro_batches(family.data_parallel, context.kind->micro_batch);
  context.asked_rooms = nullptr;
  context.asked_tails = nullptr;
  context.asked_extras = nullptr;
  context.again.fill(0.0);
  context.again_inside.fill(0.0);
  std::iota(context.use.begin(), context.use.begin() + static_cast<std::ptrdiff_t>(family.uses.size()), 0);
}

void Tree::set_context(const Node& node, Context& context) {
  set_place(node, context);
  const Place& place = *context.place;
  const Family& family = place.family;
  const int count = static_cast<int>(family.uses.size());
  thread_local std::array<cost::PoolFloor, Node::kMostPools> floors;  // not made anew: this is the inner loop
  for (int i = 0; i < count; ++i)
    floors[static_cast<std::size_t>(i)] = floor_of(*context.kind, place, static_cast<std::size_t>(i));
  cost::average_layers(m_layers, floors.data(), count);
  const auto by_use = [](auto& list, int i) -> auto& { return list[static_cast<std::size_t>(i)]; };
  std::sort(context.use.begin(), context.use.begin() + count, [&](int a, int b) {
    return by_use(floors, a).layer < by_use(floors, b).layer ||
           (by_use(floors, a).layer == by_use(floors, b).layer && a < b);
  });
  context.fixed = context.cheapest_layer = 1e300;
  context.least_cost = place.least_cost;
  for (int i = 0; i < count; ++i) {
    const cost::PoolFloor& floor = by_use(context.floors, i) = by_use(floors, by_use(context.use, i));
    const double rate = by_use(context.least_cost.stage_rate, i) =
        by_use(place.least_cost.stage_rate, by_use(context.use, i));
    context.fixed = std::min(context.fixed, floor.fixed);
    context.cheapest_layer = std::min(context.cheapest_layer, floor.layer * rate);
  }
  set_links(context);
}

/// What the GPUs of a node's pools take at least: of the whole units of each pool, and as many as all stages
/// need wherever they are. The larger of the two counts.
class Tree::Toll {
 public:
  Toll(const Tree& tree, bool units) : m_tree(tree), m_units(units) {}

  /// Stages of `gpus` each on a pool.
  void add(int pool, int stages, int gpus) {
    const int used = stages * gpus;
    const hardware::Pool& from = m_tree.m_problem.cluster.pools[static_cast<std::size_t>(pool)];
    const int paid = m_units ? from.paid(used) : used;
    m_gpus += used;
    m_paid += paid;
    m_rate += used * m_tree.m_rate[static_cast<std::size_t>(pool)];
    m_paid_rate += paid * m_tree.m_rate[static_cast<std::size_t>(pool)];
    for (std::size_t g = 0; g < m_tree.m_gauges.size(); ++g) {
      const double each = m_tree.m_gauges[g].each[static_cast<std::size_t>(pool)];
      m_taken[g] += used * each;
      m_paid_taken[g] += paid * each;
    }
  }
  /// Stages of a pool that is not decided: each figure is the least of all pools allowed.
  void allow(int pool, int gpus) {
    m_least_gpus = std::min(m_least_gpus, gpus);
    m_least_rate = std::min(m_least_rate, gpus * m_tree.m_rate[static_cast<std::size_t>(pool)]);
    for (std::size_t g = 0; g < m_tree.m_gauges.size(); ++g)
      m_least[g] = std::min(m_least[g], gpus * m_tree.m_gauges[g].each[static_cast<std::size_t>(pool)]);
  }
  void add_anywhere(int stages) {
    m_gpus += stages * m_least_gpus;
    m_rate += stages * m_least_rate;
    for (std::size_t g = 0; g < m_tree.m_gauges.size(); ++g) m_taken[g] += stages * m_least[g];
  }

  LeastCost least_cost() const {
    LeastCost least_cost;
    least_cost.gpus = m_gpus;
    const int unit = m_tree.m_unit;
    least_cost.paid = std::max(m_paid, (m_gpus + unit - 1) / unit * unit);
    least_cost.rate = m_tree.m_idle_rate + rate();
    least_cost.scale = m_tree.straggler_factor(m_gpus);
    for (std::size_t g = 0; g < m_tree.m_gauges.size(); ++g)
      least_cost.over_limit =
          least_cost.over_limit || std::max(m_taken[g], m_paid_taken[g]) > m_tree.m_gauges[g].most;
    return least_cost;
  }
  /// USD an hour beyond what idle GPUs cost.
  double rate() const { return std::max(m_rate, m_paid_rate); }
  int gpus() const { return m_gpus; }

 private:
  static constexpr std::size_t kMostGauges = 5;
  using Taken = std::array<double, kMostGauges>;
  static constexpr Taken without_end() {
    Taken taken{};
    taken.fill(1e300);
    return taken;
  }
  const Tree& m_tree;
  bool m_units;
  int m_gpus = 0, m_paid = 0, m_least_gpus = 0x7fffffff;
  double m_rate = 0.0, m_paid_rate = 0.0, m_least_rate = 1e300;
  Taken m_taken{}, m_paid_taken{}, m_least = without_end();
};

Tree::LeastCost Tree::least_cost_of(const Family& family) const {
  Toll toll(*this, true);
  std::array<double, Node::kMostPools> stage_rate{};
  for (std::size_t i = 0; i < family.uses.size(); ++i) {
    const Family::Use& use = family.uses[i];
    const int stage_gpus = use.tensor_parallel * family.replicas();
    stage_rate[i] = stage_gpus * m_rate[static_cast<std::size_t>(use.pool)];
    toll.add(use.pool, use.least, stage_gpus);
  }
  LeastCost least_cost = toll.least_cost();
  least_cost.stage_rate = stage_rate;
  return least_cost;
}

/// The bound of all kinds of a row: K B, as many stages as there are layers on the fastest pools.
void Tree::bound_row(Node& node) {
  const Place& place = m_places[node.family];
  const LeastCost& least_cost = place.least_cost;
  const Kind& kind = m_settings.kinds()[m_settings.settings(place.settings).part(node.kind).kind];
  const auto count = place.family.uses.size();
  std::array<const cost::PoolFloor*, Node::kMostPools> floors{};
  for (std::size_t i = 0; i < count; ++i) floors[i] = &floor_of(kind, place, i);
  std::array<double, Node::kMostPools> layer{};
  cost::average_layers(m_layers, floors.data(), static_cast<int>(count), layer.data());
  std::array<std::uint8_t, Node::kMostPools> fastest{};
  double fixed = 1e300;
  double cheapest_layer = 1e300;
  for (std::size_t i = 0; i < count; ++i) {
    fixed = std::min(fixed, floors[i]->fixed);
    cheapest_layer = std::min(cheapest_layer, layer[i] * least_cost.stage_rate[i]);
    std::size_t at = i;
    for (; at > 0 && layer[i] < layer[fastest[at - 1]]; --at) fastest[at] = fastest[at - 1];
    fastest[at] = static_cast<std::uint8_t>(i);
  }
  const int layers = m_problem.graph->layer_count();
  double rate = 0.0;
  int left = layers;
  for (std::size_t i = 0; i < count; ++i) {
    const int stages = std::min(left, place.most[fastest[i]]);
    rate += stages / layer[fastest[i]];
    left -= stages;
  }
  const double micro_batches = m_problem.job.micro_batches(place.family.data_parallel, kind.micro_batch);
  node.over_limit = node.over_limit || least_cost.over_limit;
  price(node, micro_batches * (layers / rate) + fixed, least_cost.scale, least_cost.paid, least_cost.rate,
        micro_batches * layers * cheapest_layer);
}

/// Least seconds both ways of a transfer within a pool, and of one between pools.
void Tree::set_links(Context& context) const {
  const Family& family = context.place->family;
  const hardware::Cluster& cluster = m_problem.cluster;
  const cost::Coefficients& k = cost::coefficients_of(m_problem);
  const double bytes = context.floors[0].boundary_bytes;
  context.inner_link = context.cross_link = 1e300;
  for (std::size_t i = 0; i < family.uses.size(); ++i) {
    const Family::Use& a = family.uses[static_cast<std::size_t>(context.use[i])];
    const hardware::Pool& pool = cluster.pools[static_cast<std::size_t>(a.pool)];
    const int stage_gpus = a.tensor_parallel * family.replicas();
    double least = cost::transfer_seconds(bytes, cost::reached_network(pool, k), a.tensor_parallel);
    // Two stages share a domain only when both fit into it.
    if (2 * stage_gpus <= pool.scale_up_domain)
      least =
          std::min(least, cost::transfer_seconds(bytes, cost::reached_inside(pool, k), a.tensor_parallel));
    context.links[i][i] = 2.0 * least;
    context.inner_link = std::min(context.inner_link, 2.0 * least);
    for (std::size_t j = i + 1; j < family.uses.size(); ++j) {
      const Family::Use& b = family.uses[static_cast<std::size_t>(context.use[j])];
      context.links[i][j] = context.links[j][i] =
          2.0 * cost::transfer_seconds(bytes, cost::reached_between(cluster, a.pool, b.pool, k),
                                       std::min(a.tensor_parallel, b.tensor_parallel));
      context.cross_link = std::min(context.cross_link, context.links[i][j]);
    }
  }
}

double Tree::straggler_factor(int gpus) const {
  const auto at = static_cast<std::size_t>(gpus);
  if (at >= m_stragglers.size()) return cost::straggler_factor(m_problem, gpus);
  double factor = m_stragglers[at].load(std::memory_order_relaxed);
  if (factor > 0.0) return factor;
  factor = cost::straggler_factor(m_problem, gpus);
  m_stragglers[at].store(factor, std::memory_order_relaxed);
  return factor;
}

double Tree::links_of(const Context& context, int stages) const {
  const int crossings = static_cast<int>(context.place->family.uses.size()) - 1;
  const int inner = stages - 1 - crossings;
  return (crossings > 0 ? crossings * context.cross_link : 0.0) +
         (inner > 0 ? inner * context.inner_link : 0.0);
}

/// Of all pipelines of a kind.
double Tree::bound_any(const Context& context) const {
  const Family& family = context.place->family;
  const int layers = m_problem.graph->layer_count();
  const int count = static_cast<int>(family.uses.size());
  // Fastest first, as many stages as there are layers.
  double rate = 0.0;
  int left = layers;
  double share = 1.0;
  double first = 1e300;
  double last = 1e300;
  cost::PassShares shares;
  int most = 0;
  for (int i = 0; i < count; ++i) {
    const cost::PoolFloor& floor = context.floors[static_cast<std::size_t>(i)];
    shares.include(floor.shares);
    const int stages = std::min(
        left, context.place->most[static_cast<std::size_t>(context.use[static_cast<std::size_t>(i)])]);
    rate += stages / floor.layer;
    left -= stages;
    most += stages;
    share = std::min(share, floor.backward_share);
    first = std::min(first, floor.first_edge);
    last = std::min(last, floor.last_edge);
  }
  const double bottleneck = layers / rate;
  const double k = context.micro_batches;
  const Schedule schedule = context.kind->schedule;
  const bool paths = schedule == Schedule::one_f_one_b || schedule == Schedule::gpipe;
  const double sum = layers * context.floors[0].layer + first + last;
  // ZB-H1: what paths miss grows with the stages.
  if (schedule == Schedule::zb_h1)
    return std::max(k * bottleneck,
                    shares.without_weights(layers * context.floors[0].layer, first + last) +
                        cost::zero_bubble_rest(most, context.micro_batches, shares) * bottleneck);
  return paths ? std::max(k * bottleneck, sum + (k - 1.0) * share * bottleneck) : k * bottleneck;
}

/// What a node costs an hour at least, however fast. `stages`: by floor, `decided` of them known; null: none.
Tree::LeastCost Tree::least_cost_of(const Node& node, const Context& context, const int* stages, int decided,
                                    bool units) const {
  const Family& family = context.place->family;
  const int replicas = family.replicas();
  Toll toll(*this, units);
  int placed = 0;
  for (int i = 0; i < static_cast<int>(family.uses.size()); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Family::Use& use = family.uses[static_cast<std::size_t>(context.use[at])];
    const int here = i < decided ? stages[i] : use.least;
    const int stage_gpus = use.tensor_parallel * replicas;
    toll.add(use.pool, here, stage_gpus);
    placed += here;
    if (i >= decided) toll.allow(use.pool, stage_gpus);
  }
  if (node.stages > placed) toll.add_anywhere(node.stages - placed);
  return toll.least_cost();
}

/// Fills the rest of a node from a bound in seconds, before the stragglers and without the fixed time.
/// `stages`: by floor, `decided` of them known; null: none.
void Tree::finish(Node& node, const Context& context, double seconds, const int* stages, int decided) const {
  finish(node, context, seconds, least_cost_of(node, context, stages, decided));
}

/// Fills the rest of a node from a bound in seconds, before the stragglers and without the fixed time, and
/// from what it costs an hour.
void Tree::finish(Node& node, const Context& context, double seconds, const LeastCost& least_cost) const {
  node.over_limit = node.over_limit || least_cost.over_limit;
  price(node, seconds + context.fixed, least_cost.scale, least_cost.paid, least_cost.rate,
        context.micro_batches * m_problem.graph->layer_count() * context.cheapest_layer);
}

/// Fills step, price and bound, rounded down here alone: `worked` USD an hour times seconds of work before
/// the stragglers, paid for on the stage that does it.
void Tree::price(Node& node, double seconds, double scale, int paid, double rate, double worked) const {
  node.step = std::max(node.step, rounded_down(seconds * scale));
  if (m_priced)
    node.usd = std::max(node.usd,
                        rounded_down(std::max(rate * node.step, m_idle_rate * node.step + worked * scale)));
  node.bound = node.step;
  if (m_objective == Objective::gpus) node.bound = smallest_value(paid, node.step);
  if (m_objective == Objective::money)
    node.bound = m_priced ? node.usd * 1e12 / (m_tokens * kSecondsPerHour) : 1e298;
}

/// Bound of one order: `order` lists the floors along the pipeline.
double Tree::bound_order(const Node& node, const Context& context, const Strategy& strategy,
                         const int* stages, const int* order) const {
  const Family& family = context.place->family;
  const int count = static_cast<int>(family.uses.size());
  const int chunks = strategy.virtual_pipeline;
  thread_local cost::Line line;
  line.layer.clear();
  line.main.clear();
  line.edge.clear();
  line.holds.clear();
  line.forward.clear();
  line.again.clear();
  line.link.clear();
  const strategy::Chunking chunking =
      strategy::chunking_of(strategy.schedule, m_problem.graph->layer_count(), node.stages, chunks);
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(order[i]);
    cost::PoolFloor floor = context.floors[at];
    floor.lengthen(context.extra[at]);
    for (int s = 0; s < stages[order[i]]; ++s) {
      const int j = static_cast<int>(line.layer.size());
      const double held = static_cast<double>(cost::in_flight(strategy.schedule, node.stages, chunks,
                                                              context.micro_batches, j)) /
                          chunks;
      line.layer.push_back(floor.layer);
      line.main.push_back(floor.main_layer);
      line.edge.push_back(
          (j == 0 ? context.floors[at].first_edge : 0.0) +
          (j == cost::last_stage(strategy.schedule, node.stages) ? context.floors[at].last_edge : 0.0));
      line.holds.push_back(context.rooms[at].holds(held));
      if (chunks == 1) continue;
      const bool ends_run = s + 1 == stages[order[i]];
      const auto next = static_cast<std::size_t>(ends_run && i + 1 < count ? order[i + 1] : order[i]);
      line.link.push_back(context.links[at][next]);
      const Context::Held kept = held_in(context, at, &context.rooms[at], 1, held);
      line.forward.push_back(floor.forward);
      const double beyond = std::max(0.0, chunking.least_of(j) - kept.free_layers);
      line.again.push_back(kept.again < 1e300 ? beyond * kept.again : 0.0);
    }
  }
  thread_local std::array<cost::PoolFloor, Node::kMostPools> loaded;
  if (context.least_extra > 0.0)
    std::transform(context.floors.begin(), context.floors.begin() + count, loaded.begin(),
                   [&](cost::PoolFloor floor) {
                     floor.lengthen(context.least_extra);
                     return floor;
                   });
  const cost::PoolFloor* floors = context.least_extra > 0.0 ? loaded.data() : context.floors.data();
  const Family::Use& first =
      family.uses[static_cast<std::size_t>(context.use[static_cast<std::size_t>(order[0])])];
  const double fixed = context.floors[static_cast<std::size_t>(order[0])].fixed;
  const bool ends_there = !strategy::schedule_row(strategy.schedule).back;
  const auto tail = [&](int layers) {
    // finish() adds the least fixed time of all pools.
    if (!ends_there) return 0.0;
    return std::max(
        0.0,
        cost::least_tail(m_tables, strategy, first.pool, first.tensor_parallel, node.stages, layers) - fixed);
  };
  return cost::line_lower_bound(line, mixture_of(node, context, floors, stages), tail);
}

}  // namespace astrolabe::search
