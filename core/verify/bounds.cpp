#include "core/verify/bounds.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/rounding.h"
#include "core/cost/coefficients.h"
#include "core/cost/collective.h"
#include "core/cost/constants.h"
#include "core/cost/memory.h"
#include "core/cost/money.h"
#include "core/cost/tail.h"
#include "core/verify/index.h"
#include "core/verify/refusal.h"

namespace astrolabe::verify {

using strategy::Family;
using strategy::Schedule;
using strategy::Strategy;

namespace {

/// The gathering of sharded weights is bounded by that over two ranks.
cost::Splitting splitting_for(const Strategy& strategy, int pool, int tensor_parallel) {
  cost::Splitting splitting = cost::splitting_of(strategy, pool, tensor_parallel);
  splitting.gathered_over = std::min(splitting.gathered_over, 2);
  return splitting;
}

}  // namespace

double Least::usd(double step) const { return rounded_down(std::max(rate * step, idle * step + work)); }

namespace {

/// What a price adds up to; 0 where one is unknown.
double usd_of(const auto& figure) { return figure ? figure->value : 0.0; }

Tolls tolls_of(const cost::Money& money) {
  Tolls tolls{};
  tolls[kOfHour] = usd_of(money.usd_per_hour);
  tolls[kOfMonth] = usd_of(money.usd_per_month);
  tolls[kOfPower] = money.power_kw;
  tolls[kOfPurchase] = usd_of(money.purchase);
  tolls[kOfOwnership] = usd_of(money.ownership);
  return tolls;
}

}  // namespace

Tolls allowed_tolls(const strategy::Problem& problem) {
  const strategy::Limits& limits = problem.job.limits;
  const std::vector<int> none(problem.cluster.pools.size(), 0);
  const Tolls idle = tolls_of(cost::hourly(problem.cluster, problem.job, none));
  Tolls most;
  most.fill(kNoRoom);
  const auto limit = [&](Toll toll, const std::optional<double>& allowed) {
    if (allowed) most[toll] = rounded_up(*allowed) - idle[toll];
  };
  limit(kOfHour, limits.usd_per_hour);
  limit(kOfMonth, limits.usd_per_month);
  limit(kOfPower, limits.power_kw);
  limit(kOfPurchase, limits.purchase_usd);
  limit(kOfOwnership, limits.ownership_usd);
  return most;
}

Bounds::Bounds(const strategy::Problem& problem, cost::Tables& tables)
    : m_problem(problem), m_tables(tables), m_tolls(problem.cluster.pools.size()) {
  m_counts.assign(kClasses, 0);
  for (const int k : problem.graph->layers) ++m_counts[std::min(at(k), kClasses - 1)];
  for (std::size_t k = 1; k < kClasses; ++k)
    if (m_counts[k] > m_counts[m_common]) m_common = k;
  std::vector<int> gpus(m_tolls.size(), 0);
  const cost::Money idle = cost::hourly(problem.cluster, problem.job, gpus);
  const Tolls without = tolls_of(idle);
  bool priced = idle.usd_per_hour.has_value();
  int unit = 0;
  for (std::size_t pool = 0; pool < gpus.size(); ++pool) {
    const hardware::Pool& from = problem.cluster.pools[pool];
    if (from.max_gpus == 0) continue;
    unit = std::gcd(unit, from.unit);
    gpus[pool] = 1;  // of what is paid for it, a unit, each GPU has its share
    const cost::Money with = cost::hourly(problem.cluster, problem.job, gpus);
    gpus[pool] = 0;
    priced = priced && with.usd_per_hour.has_value();
    const Tolls tolls = tolls_of(with);
    for (std::size_t toll = 0; toll < kTolls; ++toll)
      m_tolls[pool][toll] = std::max(0.0, tolls[toll] - without[toll]) / from.paid(1);
  }
  m_unit = std::max(1, unit);
  if (priced) {
    m_idle_rate = idle.usd_per_hour->value;
    return;
  }
  for (Tolls& tolls : m_tolls) tolls[kOfHour] = tolls[kOfMonth] = 0.0;
}

PoolFigures Bounds::pool_figures(const Family& family, int use, const Strategy& strategy) {
  const Family::Use& pool = family.uses[at(use)];
  PoolFigures figures;
  figures.use = use;
  figures.pool = pool.pool;
  figures.least = pool.least;
  figures.most = pool.most;
  figures.stage_gpus = static_cast<double>(pool.tensor_parallel) * family.replicas();
  figures.stage_rate = figures.stage_gpus * m_tolls[at(pool.pool)][kOfHour];
  const hardware::Cluster& cluster = m_problem.cluster;
  const cost::Splitting splitting =
      cost::in_nodes(splitting_for(strategy, pool.pool, pool.tensor_parallel), cluster,
                     cost::always_fills_several_nodes(cluster, pool.pool));
  const cost::SplitCost& split = m_tables.split(splitting);
  const bool gathers = splitting.gathered_over > 1;
  figures.classes.assign(kClasses, kBeyond);
  figures.shortest = kBeyond;
  for (std::size_t k = 0; k < split.classes.size(); ++k) {
    const cost::LayerTime& time = split.classes[k].time[cost::kNothingAgain];
    // However many ranks share the weights: without what gathering adds.
    const double forward = time.forward_seconds - (gathers ? time.forward_sharded : 0.0);
    const double backward = time.backward_seconds - (gathers ? time.backward_sharded : 0.0);
    double& least = figures.classes[std::min(k, kClasses - 1)];
    least = std::min(least, forward + backward);
    figures.shortest = std::min(figures.shortest, forward + backward);
    // A question's numbers may be so large or small that what they make is none.
    if (!(forward >= 0.0 && backward >= 0.0 && forward + backward > 0.0 && forward + backward < kBeyond))
      refuse("a layer takes {} s and {} s on the pool {}, which cannot be compared", forward, backward,
             m_problem.cluster.pools[at(pool.pool)].id);
  }
  // Whose groups may lie in two nodes has passes of other proportions there: as much longer each.
  const cost::SplitCost& apart = m_tables.split(cost::in_nodes(splitting, cluster, true));
  for (const cost::LayerCost& layer : apart.classes) {
    const cost::LayerTime& time = layer.time[cost::kNothingAgain];
    const double forward = time.forward_seconds - (gathers ? time.forward_sharded : 0.0);
    const double backward = time.backward_seconds - (gathers ? time.backward_sharded : 0.0);
    figures.backward = std::min(figures.backward, backward / (forward + backward));
  }
  const cost::EdgeCost& edge = split.edge;
  figures.embedding = edge.embedding_forward + edge.embedding_backward;
  figures.head = edge.head_forward + edge.head_backward;
  if (figures.embedding > 0.0)
    figures.backward = std::min(figures.backward, edge.embedding_backward / figures.embedding);
  if (figures.head > 0.0) figures.backward = std::min(figures.backward, edge.head_backward / figures.head);
  // One of the two passes is at least half of both; gathering may lengthen either.
  figures.backward = gathers ? 0.5 : std::max(0.5, figures.backward);
  figures.shares = most_shares(split, strategy.recompute, gathers);
  figures.shares.join(most_shares(apart, strategy.recompute, gathers));
  const cost::StackTraits& stack = m_tables.stack(pool.pool);
  figures.fixed = stack.step_seconds * stack.factor;
  figures.boundary_bytes = split.boundary_bytes;
  return figures;
}

/// What a layer costs on each pool on average, whoever gets which layers: the pool that does all of them
/// soonest sets the average, the others are as much slower as they are at the layer that suits them best.
void Bounds::average(Figures& figures) const {
  std::vector<PoolFigures>& pools = figures.pools;
  const auto present = std::count_if(m_counts.begin(), m_counts.end(), [](int n) { return n > 0; });
  const auto all_layers = [&](const PoolFigures& pool) {
    double seconds = 0.0;
    for (std::size_t k = 0; k < kClasses; ++k)
      if (m_counts[k] > 0) seconds += m_counts[k] * pool.classes[k];
    return seconds;
  };
  const auto soonest = std::min_element(
      pools.begin(), pools.end(),
      [&](const PoolFigures& a, const PoolFigures& b) { return all_layers(a) < all_layers(b); });
  const std::vector<double> reference = soonest->classes;
  const double average = all_layers(*soonest) / m_problem.graph->layer_count();
  for (PoolFigures& pool : pools) {
    pool.common = pool.classes[m_common];
    pool.layer = pool.common;
    if (present == 1) continue;
    double slower = kBeyond;
    for (std::size_t k = 0; k < kClasses; ++k)
      if (m_counts[k] > 0) slower = std::min(slower, pool.classes[k] / reference[k]);
    pool.layer = slower * average;
  }
  for (std::size_t k = 0; k < kClasses && present > 1; ++k) {
    if (m_counts[k] == 0) continue;
    figures.lightest = std::min(figures.lightest, reference[k] / average);
    figures.heaviest = std::max(figures.heaviest, reference[k] / average);
  }
}

/// The least that a transfer between neighbours can take, within a pool and between two.
void Bounds::set_links(Figures& figures, const Family& family) const {
  const hardware::Cluster& cluster = m_problem.cluster;
  const cost::Coefficients& k = cost::coefficients_of(m_problem);
  const double bytes = figures.pools.front().boundary_bytes;
  const int replicas = family.replicas();
  figures.inner_link = figures.cross_link = kBeyond;
  for (std::size_t a = 0; a < family.uses.size(); ++a) {
    const Family::Use& one = family.uses[a];
    const hardware::Pool& pool = cluster.pools[at(one.pool)];
    const double network = cost::network_per_gpu(pool).value * k.network_share * one.tensor_parallel;
    const double domain = pool.intra_node.bandwidth.value * k.tensor_share * one.tensor_parallel;
    double way = bytes / network + pool.inter_node.latency.value;
    const bool neighbours_share_a_domain = 2 * one.tensor_parallel * replicas <= pool.scale_up_domain;
    if (neighbours_share_a_domain) way = std::min(way, bytes / domain + pool.intra_node.latency.value);
    figures.inner_link = std::min(figures.inner_link, 2.0 * way);
    for (std::size_t b = a + 1; b < family.uses.size(); ++b) {
      const Family::Use& two = family.uses[b];
      const int node = std::max(pool.gpus_per_node, cluster.pools[at(two.pool)].gpus_per_node);
      const hardware::Link link = cluster.between(at(one.pool), at(two.pool));
      const double rate =
          link.bandwidth.value / node * k.network_share * std::min(one.tensor_parallel, two.tensor_parallel);
      figures.cross_link = std::min(figures.cross_link, 2.0 * (bytes / rate + link.latency.value));
    }
  }
}

Figures Bounds::figures(const Family& family, const Strategy& strategy) {
  Figures figures;
  for (int use = 0; use < static_cast<int>(family.uses.size()); ++use)
    figures.pools.push_back(pool_figures(family, use, strategy));
  average(figures);
  std::stable_sort(figures.pools.begin(), figures.pools.end(),
                   [](const PoolFigures& a, const PoolFigures& b) { return a.layer < b.layer; });
  figures.micro_batches = m_problem.job.global_batch / strategy.micro_batch / family.data_parallel;
  figures.chunks = strategy.virtual_pipeline;
  figures.schedule = strategy.schedule;
  set_links(figures, family);
  return figures;
}

namespace {

/// The least that a layer of a class holds, whichever of its class it is.
struct LeastLayer {
  double dense = kBeyond, expert = kBeyond;                ///< parameters that are trained
  double frozen_dense = kBeyond, frozen_expert = kBeyond;  ///< bytes of others
  double kept = kBeyond, again = kBeyond;                  ///< bytes kept, and where it may be done again
  double live = kBeyond, host = kBeyond;

  LeastLayer(const cost::SplitCost& split, std::size_t layer_class, strategy::Recompute recompute) {
    for (std::size_t c = 0; c < split.classes.size(); ++c) {
      if (std::min(c, kClasses - 1) != layer_class) continue;
      const cost::LayerCost& layer = split.classes[c];
      dense = std::min(dense, layer.dense_parameters);
      expert = std::min(expert, layer.expert_parameters);
      frozen_dense = std::min(frozen_dense, layer.frozen_dense_bytes);
      frozen_expert = std::min(frozen_expert, layer.frozen_expert_bytes);
      kept = std::min(kept, layer.kept_bytes[cost::base_of(recompute)]);
      again = std::min({again, layer.kept_bytes[cost::base_of(recompute)], layer.kept_bytes[2]});
      live = std::min(live, layer.live_bytes);
      host = std::min(host, layer.host_bytes);
    }
  }
};

/// A stage that holds nothing: who shares its weights.
cost::StageContent bare_stage(const Strategy& strategy, int tensor_parallel) {
  cost::StageContent bare = cost::ranks_of(strategy, tensor_parallel);
  bare.offload_optimizer = strategy.offload_optimizer;
  return bare;
}

}  // namespace

/// Layers of the class with most of them that a stage holds at most.
int Bounds::most_layers(const Strategy& strategy, const strategy::Stage& stage, double in_flight) {
  const LeastLayer least(m_tables.split(splitting_for(strategy, stage.pool, stage.tensor_parallel)), m_common,
                         strategy.recompute);
  const cost::StageContent bare = bare_stage(strategy, stage.tensor_parallel);
  const hardware::Pool& pool = m_problem.cluster.pools[at(stage.pool)];
  const auto memory = [&](double of_kept, double of_live) {
    cost::StageContent content = bare;
    content.kept_bytes = of_kept;
    content.live_bytes = of_live;
    return cost::stage_memory(m_problem.job, pool, stage.pool, content);
  };
  const cost::StageMemory empty = memory(0.0, 0.0);
  cost::StageContent held = bare;
  held.dense_parameters = least.dense;
  held.expert_parameters = least.expert;
  held.frozen_dense_bytes = least.frozen_dense;
  held.frozen_expert_bytes = least.frozen_expert;
  const double weights =
      cost::stage_memory(m_problem.job, pool, stage.pool, held).total.value - empty.total.value;
  const auto layers = [&](double free, double kept_bytes) {
    const double each = weights + in_flight * kept_bytes;
    if (free < 0.0) return 0;
    return each > 0.0 ? static_cast<int>(std::min(1e6, whole_in(free, each))) : kAnyNumber;
  };
  int holds =
      layers(empty.limit.value - empty.total.value, memory(least.kept, 0.0).total.value - empty.total.value);
  if (strategy.recompute == strategy::Recompute::full)
    holds = std::max(holds, layers(empty.limit.value - memory(0.0, least.live).total.value,
                                   memory(least.again, 0.0).total.value - empty.total.value));
  if (!strategy.offload_optimizer && !strategy.offload_activations) return holds;
  cost::StageContent content = bare;
  content.dense_parameters = least.dense;
  content.expert_parameters = least.expert;
  content.host_bytes = strategy.recompute == strategy::Recompute::none ? least.host : 0.0;
  const cost::StageMemory layer =
      cost::stage_memory(m_problem.job, pool, stage.pool, content, m_tables.stack(stage.pool));
  if (!(layer.host > Bytes{})) return holds;
  return std::min(holds, static_cast<int>(std::min(1e6, whole_in(layer.host_limit.value, layer.host.value))));
}

void Bounds::apply_setting(Figures& figures, const Strategy& strategy, int stages) {
  // Of the stage that keeps the fewest micro-batches: the last one, with ZB-V the first.
  int chunks_kept = 1 << 30;
  for (int stage = 0; stage < stages; ++stage)
    chunks_kept = std::min(chunks_kept, cost::in_flight(strategy.schedule, stages, strategy.virtual_pipeline,
                                                        figures.micro_batches, stage));
  const double in_flight = static_cast<double>(chunks_kept) / strategy.virtual_pipeline;
  double traffic = kBeyond;
  for (PoolFigures& figure : figures.pools) {
    // One stage of each pool in the order of the uses.
    figure.holds = most_layers(strategy, strategy.stages[at(figure.use)], in_flight);
    traffic = std::min(traffic, shard_traffic(figure, strategy, stages));
  }
  for (PoolFigures& figure : figures.pools) {
    // What counts as one layer of work may be a smaller part of one.
    figure.layer += traffic / figures.heaviest;
    figure.shortest += traffic;
    figure.common += traffic;
  }
}

namespace {

/// Seconds of reducing the gradients of `parameters` over `ranks`, `stride` GPUs apart, without what starting
/// it takes.
double reduce_seconds(double parameters, int ranks, int stride, const hardware::Pool& pool,
                      const cost::Device& device, const cost::StackTraits& stack,
                      const cost::Coefficients& k) {
  if (ranks <= 1 || parameters <= 0.0) return 0.0;
  const auto way =
      stack.reduce_passes > 1.0 ? cost::Collective::all_reduce : cost::Collective::reduce_scatter;
  return cost::route_of(way, stack.gradient_bytes, {ranks, stride}, pool, device, k)
      .without_latency(parameters, stack.gradient_bytes);
}

}  // namespace

/// Least seconds by which sharding lengthens every layer and micro-batch of a pool beyond `layer`: the
/// gradients that ZeRO 2 reduces after each backward pass of a pipeline, as far as nothing hides them, and
/// the weights that ZeRO 3 gathers over as many ranks as hold a share.
double Bounds::shard_traffic(const PoolFigures& figure, const Strategy& strategy, int stages) {
  const bool reduces = strategy.zero_stage == 2 && stages > 1;
  if (!reduces && strategy.zero_stage < 3) return 0.0;
  const strategy::Stage& stage = strategy.stages[at(figure.use)];
  const hardware::Pool& pool = m_problem.cluster.pools[at(stage.pool)];
  const cost::Coefficients& k = cost::coefficients_of(m_problem);
  const cost::StackTraits& stack = m_tables.stack(stage.pool);
  const int replicas = strategy.replicas();
  const int expert_ways = strategy.expert_parallel * strategy.expert_tensor_parallel;
  const int expert_ranks = replicas * stage.tensor_parallel / expert_ways;
  const double seen = strategy.overlap_grad_reduce ? 1.0 - stack.data_overlap : 1.0;
  const auto reduced = [&](double parameters, int ranks, int stride) {
    return reduce_seconds(parameters, ranks, stride, pool, m_tables.device(stage.pool), stack, k);
  };
  const cost::SplitCost& split = m_tables.split(
      cost::in_nodes(cost::splitting_of(strategy, stage.pool, stage.tensor_parallel), m_problem.cluster,
                     cost::always_fills_several_nodes(m_problem.cluster, stage.pool)));
  double least = kBeyond;
  for (std::size_t c = 0; c < split.classes.size(); ++c) {
    const cost::LayerCost& layer = split.classes[c];
    const cost::LayerTime& time = layer.time[cost::kNothingAgain];
    double seconds = time.forward_seconds + time.backward_seconds;
    if (reduces)
      seconds += seen * stack.factor *
                 (reduced(layer.dense_parameters, replicas, stage.tensor_parallel) +
                  reduced(layer.expert_parameters, expert_ranks, expert_ways));
    least = std::min(least, seconds - figure.classes[std::min(c, kClasses - 1)]);
  }
  return std::max(0.0, least);
}

namespace {

/// `count` GPUs, rounded up to whole units.
double in_units(double count, int unit) { return std::ceil(count / unit) * unit; }

/// GPUs that are paid where `count` of a pool are used: of nodes used in part all, unless single GPUs are.
double paid_of(const hardware::Pool& pool, double count) {
  if (pool.used_of_node > 0 && pool.unit > 1)
    count = std::ceil(count / pool.used_of_node) * pool.gpus_per_node;
  return in_units(count, pool.unit);
}

}  // namespace

/// Adds the fixed time and the stragglers among the fewest GPUs that such pipelines use; the price of these
/// GPUs, and of every layer on the pool that asks least for it. Pools are paid by whole units: at least those
/// that the stages known of each take, and at least what all stages take wherever they are.
Least Bounds::finished(const Figures& figures, double seconds, int stages,
                       const std::vector<int>& given) const {
  Least least;
  double gpus = 0.0, paid = 0.0, fixed = kBeyond, smallest = kBeyond, layer = kBeyond;
  Tolls anywhere{}, in_whole{}, cheapest;
  cheapest.fill(kBeyond);
  int placed = 0;
  for (std::size_t i = 0; i < figures.pools.size(); ++i) {
    const PoolFigures& pool = figures.pools[i];
    const int here = i < given.size() ? given[i] : pool.least;
    const double units = paid_of(m_problem.cluster.pools[at(pool.pool)], here * pool.stage_gpus);
    const Tolls& each = m_tolls[at(pool.pool)];
    gpus += here * pool.stage_gpus;
    paid += units;
    for (std::size_t toll = 0; toll < kTolls; ++toll) {
      anywhere[toll] += here * pool.stage_gpus * each[toll];
      in_whole[toll] += units * each[toll];
      if (i >= given.size()) cheapest[toll] = std::min(cheapest[toll], pool.stage_gpus * each[toll]);
    }
    placed += here;
    fixed = std::min(fixed, pool.fixed);
    layer = std::min(layer, pool.layer * pool.stage_rate);
    if (i >= given.size()) smallest = std::min(smallest, pool.stage_gpus);
  }
  if (stages > placed) {
    gpus += (stages - placed) * smallest;
    for (std::size_t toll = 0; toll < kTolls; ++toll) anywhere[toll] += (stages - placed) * cheapest[toll];
  }
  for (std::size_t toll = 0; toll < kTolls; ++toll)
    least.tolls[toll] = std::max(anywhere[toll], in_whole[toll]);
  least.idle = m_idle_rate;
  least.rate = m_idle_rate + least.tolls[kOfHour];
  const double scale = cost::straggler_factor(m_problem, static_cast<int>(gpus));
  least.seconds = rounded_down((seconds + fixed) * scale);
  least.gpus = std::max(paid, in_units(gpus, m_unit));
  least.work = figures.micro_batches * (m_problem.graph->layer_count() * layer) * scale;
  return least;
}

Least Bounds::any_pipeline(const Figures& figures, bool schedule_known) const {
  const int layers = m_problem.graph->layer_count();
  double layers_per_second = 0.0, backward = 1.0, embedding = kBeyond, head = kBeyond;
  int left = layers;
  MostShares shares;
  for (const PoolFigures& pool : figures.pools) {
    const int stages = std::min(left, pool.most);
    left -= stages;
    shares.join(pool.shares);
    layers_per_second += stages / pool.layer;
    backward = std::min(backward, pool.backward);
    embedding = std::min(embedding, pool.embedding);
    head = std::min(head, pool.head);
  }
  const double bottleneck = layers / layers_per_second;
  double seconds = figures.micro_batches * bottleneck;
  if (schedule_known && (figures.schedule == Schedule::one_f_one_b || figures.schedule == Schedule::gpipe))
    seconds = std::max(seconds, layers * figures.pools.front().layer + embedding + head +
                                    (figures.micro_batches - 1.0) * backward * bottleneck);
  if (schedule_known && figures.schedule == Schedule::zb_h1)
    seconds =
        std::max(seconds, (1.0 - shares.weights_of_layers) * (layers * figures.pools.front().layer) +
                              (1.0 - shares.weights_of_edges) * (embedding + head) +
                              zero_bubble_rounds(figures.micro_batches, layers - left, shares) * bottleneck);
  return finished(figures, seconds, 0, {});
}

}  // namespace astrolabe::verify
