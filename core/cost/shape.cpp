#include "core/cost/shape.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/cost/band.h"
#include "core/cost/collective.h"
#include "core/cost/constants.h"
#include "core/cost/money.h"
#include "core/cost/stack.h"
#include "core/cost/tail.h"
#include "core/strategy/chunks.h"

namespace astrolabe::cost {

namespace c = constants;
using strategy::Recompute;
using strategy::Schedule;

Tables::Tables(const strategy::Problem& problem) : m_problem(problem) {
  for (const hardware::Pool& pool : problem.cluster.pools) {
    m_devices.push_back(make_device(pool.gpu, problem.job.precision, pool.relative_speed,
                                    coefficients_of(problem), problem.software));
    m_stacks.push_back(stack_traits(problem, m_devices.back().low_precision));
    m_usable.push_back(m_devices.back().peak > 0.0 && m_devices.back().bandwidth > 0.0 &&
                       pool.gpu.memory.has_value());
  }
  const model::Graph& graph = *problem.graph;
  m_alike_from = std::max(0, static_cast<int>(graph.layers.size()) - 1);
  while (m_alike_from > 0 && graph.layers[static_cast<std::size_t>(m_alike_from) - 1] == graph.layers.back())
    --m_alike_from;
  m_before.assign(graph.classes.size(), std::vector<int>(graph.layers.size() + 1, 0));
  for (std::size_t k = 0; k < graph.classes.size(); ++k)
    for (std::size_t i = 0; i < graph.layers.size(); ++i)
      m_before[k][i + 1] = m_before[k][i] + (graph.layers[i] == static_cast<int>(k) ? 1 : 0);
}

int Tables::count_before(int layer_class, int layers) const {
  return m_before[static_cast<std::size_t>(layer_class)][static_cast<std::size_t>(layers)];
}

const SplitCost& Tables::split(const Splitting& splitting) {
  {
    const std::shared_lock lock(m_mutex);
    const auto found = m_splits.find(splitting);
    if (found != m_splits.end()) return *found->second;
  }
  auto cost = std::make_unique<const SplitCost>(split_cost(m_problem, device(splitting.pool), splitting));
  const std::unique_lock lock(m_mutex);
  return *m_splits.emplace(splitting, std::move(cost)).first->second;
}

namespace {

/// Cheapest layer of a stage without full recomputation.
double cheapest_layer(const SplitCost& split, Recompute recompute) {
  const auto base =
      static_cast<std::size_t>(recompute == Recompute::selective ? Recompute::selective : Recompute::none);
  double least = 1e300;
  for (const LayerCost& layer : split.classes)
    least = std::min(least, layer.time[base].forward_seconds + layer.time[base].backward_seconds);
  return least;
}

}  // namespace

double straggler_factor(const strategy::Problem& problem, int gpus) {
  return 1.0 + coefficients_of(problem).straggler * std::log2(std::max(gpus / 8.0, 1.0));
}

Splitting splitting_of(const strategy::Strategy& strategy, int pool, int tensor_parallel) {
  const int replicas = strategy.data_parallel * strategy.context_parallel;
  // A group of 1 is "not stated": state is then sharded over every replica.
  const int shards = strategy.sharding_group > 1 ? std::min(strategy.sharding_group, replicas) : replicas;
  return {pool,
          tensor_parallel,
          strategy.context_parallel,
          strategy.expert_parallel,
          strategy.expert_tensor_parallel,
          strategy.micro_batch,
          strategy.sequence_parallel && tensor_parallel > 1,
          strategy.overlap_tensor_parallel && tensor_parallel > 1,
          strategy.zero_stage == 3 ? shards : 1,
          strategy.offload_activations};
}

Shape::Shape(Tables& tables, const strategy::Strategy& strategy) : m_tables(tables), m_strategy(strategy) {
  const strategy::Problem& problem = tables.problem();
  const hardware::Cluster& cluster = problem.cluster;
  const int stages = static_cast<int>(strategy.stages.size());
  const int replicas = strategy.data_parallel * strategy.context_parallel;
  // A group of 1 is "not stated": state is then sharded over every replica.
  const int shards = strategy.sharding_group > 1 ? std::min(strategy.sharding_group, replicas) : replicas;
  m_micro_batches = problem.job.global_batch / (strategy.micro_batch * strategy.data_parallel);
  m_stages.reserve(strategy.stages.size());
  int total_gpus = 0;
  std::vector<int> first_gpu;  // of each stage, counted within its pool
  std::map<int, int> taken;
  for (int j = 0; j < stages; ++j) {
    const strategy::Stage& planned = strategy.stages[static_cast<std::size_t>(j)];
    const int tp = planned.tensor_parallel;
    Stage stage;
    stage.pool = &cluster.pools[static_cast<std::size_t>(planned.pool)];
    stage.device = &tables.device(planned.pool);
    stage.splitting = splitting_of(strategy, planned.pool, tp);
    stage.split = &tables.split(stage.splitting);
    stage.first = j == 0;
    stage.last = j == last_stage(strategy.schedule, stages);
    stage.in_flight = static_cast<double>(in_flight(strategy.schedule, stages, strategy.virtual_pipeline,
                                                    m_micro_batches, j)) /
                      strategy.virtual_pipeline;
    stage.dense_ranks = replicas;
    stage.dense_shards = shards;
    const int expert_ways = strategy.expert_parallel * strategy.expert_tensor_parallel;
    stage.expert_ranks = std::max(1, replicas * tp / expert_ways);
    stage.expert_shards = std::max(1, shards * tp / expert_ways);
    stage.expert_stride = expert_ways;
    m_stages.push_back(stage);
    first_gpu.push_back(taken[planned.pool]);
    taken[planned.pool] += tp * replicas;
    total_gpus += tp * replicas;
  }
  const Coefficients& k = coefficients_of(problem);
  m_scale = straggler_factor(problem, total_gpus);
  for (const Stage& stage : m_stages) {
    const EdgeCost& edge = stage.split->edge;
    double seconds = 0.0;
    if (stage.first) seconds += edge.embedding_forward.total() + edge.embedding_backward.total();
    if (stage.last) seconds += edge.head_forward.total() + edge.head_backward.total();
    m_edge_seconds.push_back(seconds * m_scale);
    double reduction = 1e300;
    for (const LayerCost& layer : stage.split->classes)
      reduction =
          std::min(reduction, least_layer_reduction(tables, strategy, stage.splitting, layer, stages));
    m_layer_seconds.push_back((cheapest_layer(*stage.split, strategy.recompute) + reduction) * m_scale);
  }
  // Links: every replica sends its own [T, hidden]; the ranks of a tensor-parallel group send their parts
  // side by side.
  m_links.assign(static_cast<std::size_t>(stages), 0.0);
  for (int j = 0; j < stages; ++j) {
    const int to = (j + 1) % stages;
    if (to == j || (to == 0 && strategy.virtual_pipeline == 1)) continue;
    const Stage& a = m_stages[static_cast<std::size_t>(j)];
    const Stage& b = m_stages[static_cast<std::size_t>(to)];
    const int side_by_side = std::min(a.splitting.tensor_parallel, b.splitting.tensor_parallel);
    double bandwidth = 0.0;
    double latency = 0.0;
    const int reach_a = first_gpu[static_cast<std::size_t>(j)] / a.pool->scale_up_domain;
    const int reach_b =
        (first_gpu[static_cast<std::size_t>(to)] + b.splitting.tensor_parallel * replicas - 1) /
        b.pool->scale_up_domain;
    if (a.splitting.pool != b.splitting.pool) {
      const hardware::Link& link =
          cluster
              .links[static_cast<std::size_t>(a.splitting.pool)][static_cast<std::size_t>(b.splitting.pool)];
      bandwidth =
          link.bandwidth.value / std::max(a.pool->gpus_per_node, b.pool->gpus_per_node) * k.network_share;
      latency = link.latency.value;
    } else if (reach_a == reach_b) {
      bandwidth = a.pool->intra_node.bandwidth.value * k.tensor_share;
      latency = a.pool->intra_node.latency.value;
    } else {
      bandwidth = network_per_gpu(*a.pool).value * k.network_share;
      latency = a.pool->inter_node.latency.value;
    }
    m_links[static_cast<std::size_t>(j)] =
        on_grid((a.split->boundary_bytes / (bandwidth * side_by_side) + latency) * m_scale);
  }
}

std::vector<int> Shape::gpus() const {
  std::vector<int> used(m_tables.problem().cluster.pools.size(), 0);
  for (const Stage& stage : m_stages)
    used[static_cast<std::size_t>(stage.splitting.pool)] +=
        stage.splitting.tensor_parallel * stage.dense_ranks;
  return used;
}

std::vector<LayerRange> Shape::ranges(int j, LayerRange layers) const {
  const int chunks = m_strategy.virtual_pipeline;
  if (chunks == 1) return {layers};
  // Chunk k of stage j is the (k * stages + j)-th piece of the model, on ZB-V's way back the
  // (2 stages - 1 - j)-th.
  const int piece = layers.size() / chunks;
  std::vector<LayerRange> result;
  for (int k = 0; k < chunks; ++k) {
    const int size = strategy::chunk_layers(j, k, layers.size(), chunks);
    const bool back = m_strategy.schedule == Schedule::zb_v && k == 1;
    const int before = back ? 2 * stages() - 1 - j : k * stages() + j;
    const int begin = std::min(before * piece, this->layers() - size);
    result.push_back({begin, begin + size});
  }
  return result;
}

namespace {

int count_in(const Tables& tables, int layer_class, const std::vector<LayerRange>& ranges) {
  int count = 0;
  for (const LayerRange& range : ranges)
    count += tables.count_before(layer_class, range.end) - tables.count_before(layer_class, range.begin);
  return count;
}

/// The first `most` layers of the ranges: those that are recomputed.
std::vector<LayerRange> first_layers(const std::vector<LayerRange>& ranges, int most) {
  std::vector<LayerRange> result;
  for (const LayerRange& range : ranges) {
    const int take = std::min(most, range.size());
    result.push_back({range.begin, range.begin + take});
    most -= take;
  }
  return result;
}

}  // namespace

StageContent Shape::content(int j, const std::vector<LayerRange>& ranges, Recompute recompute,
                            int recompute_layers) const {
  const Stage& stage = m_stages[static_cast<std::size_t>(j)];
  const model::Graph& graph = *m_tables.problem().graph;
  StageContent content;
  const std::vector<LayerRange> again =
      first_layers(ranges, recompute == Recompute::full ? recompute_layers : 0);
  const auto base =
      static_cast<std::size_t>(recompute == Recompute::selective ? Recompute::selective : Recompute::none);
  for (std::size_t k = 0; k < stage.split->classes.size(); ++k) {
    const LayerCost& cost = stage.split->classes[k];
    const int all = count_in(m_tables, static_cast<int>(k), ranges);
    if (all == 0) continue;
    const int full = count_in(m_tables, static_cast<int>(k), again);
    content.dense_parameters += all * cost.dense_parameters;
    content.expert_parameters += all * cost.expert_parameters;
    content.kept_bytes += (all - full) * cost.kept_bytes[base] + full * cost.kept_bytes[2];
    if (full > 0 || m_strategy.offload_activations)
      content.live_bytes = std::max(content.live_bytes, cost.live_bytes);
    content.gathered_parameters =
        std::max(content.gathered_parameters, 2.0 * (cost.dense_parameters + cost.expert_parameters));
  }
  if (m_strategy.zero_stage < 3) content.gathered_parameters = 0.0;
  if (stage.first) content.edge_parameters += stage.split->edge.embedding_parameters;
  if (stage.last) {
    content.edge_parameters += stage.split->edge.head_parameters;
    // A tied matrix is stored once when the same stage embeds and predicts, else a second time.
    if (graph.tied_embeddings && graph.has_head && !stage.first)
      content.edge_parameters +=
          static_cast<double>(graph.vocabulary) * graph.hidden / stage.splitting.tensor_parallel;
    content.logits_bytes = stage.split->edge.logits_bytes;
  }
  content.dense_parameters += content.edge_parameters;
  content.in_flight = stage.in_flight;
  content.dense_ranks = stage.dense_ranks;
  content.expert_ranks = stage.expert_ranks;
  content.dense_shards = stage.dense_shards;
  content.expert_shards = stage.expert_shards;
  content.zero_stage = m_strategy.zero_stage;
  content.offload_optimizer = m_strategy.offload_optimizer;
  return content;
}

StageCost Shape::stage(int j, LayerRange layers) const {
  if (m_strategy.recompute != Recompute::full) return stage(j, layers, m_strategy.recompute, 0);
  // Smallest number of recomputed layers that fits; memory falls with it (but for the live layer of the
  // first).
  StageCost cost = stage(j, layers, Recompute::full, 0);
  if (cost.fits) return cost;
  int low = 0;
  int high = layers.size();
  cost = stage(j, layers, Recompute::full, high);
  if (!cost.fits) return cost;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    StageCost tried = stage(j, layers, Recompute::full, middle);
    if (tried.fits) {
      high = middle;
      cost = tried;
    } else {
      low = middle;
    }
  }
  return cost;
}

namespace {

/// An allocator that is short of memory gives blocks back to the driver and takes them anew, with the device
/// waiting (PyTorch's caching allocator, alloc_retries), where recomputed activations and gathered weights of
/// changing sizes take turns.
double flush_factor(const StackTraits& stack, const StageMemory& memory, int recompute_layers) {
  if (stack.flush <= 0.0 || recompute_layers == 0) return 1.0;
  const double used = std::min(1.0, memory.total.value / memory.limit.value);
  return 1.0 + stack.flush * std::max(0.0, used - c::flush_from) / c::flush_step;
}

}  // namespace

StageCost Shape::stage(int j, LayerRange layers, Recompute recompute, int recompute_layers) const {
  const Stage& stage = m_stages[static_cast<std::size_t>(j)];
  const std::vector<LayerRange> pieces = ranges(j, layers);
  const StageContent held = content(j, pieces, recompute, recompute_layers);
  const StageMemory memory = stage_memory(m_tables.problem().job, *stage.pool, stage.splitting.pool, held,
                                          m_tables.stack(stage.splitting.pool));
  StageCost cost;
  cost.recompute_layers = recompute == Recompute::full ? recompute_layers : 0;
  cost.fits = memory.fits();
  if (!cost.fits) cost.over = memory.total - memory.limit;
  const std::vector<LayerRange> again = first_layers(pieces, cost.recompute_layers);
  const auto base =
      static_cast<std::size_t>(recompute == Recompute::selective ? Recompute::selective : Recompute::none);
  for (std::size_t k = 0; k < stage.split->classes.size(); ++k) {
    const LayerCost& layer = stage.split->classes[k];
    const int all = count_in(m_tables, static_cast<int>(k), pieces);
    const int full = count_in(m_tables, static_cast<int>(k), again);
    cost.forward += (all - full) * layer.time[base].forward_seconds + full * layer.time[2].forward_seconds;
    cost.backward += (all - full) * layer.time[base].backward_seconds + full * layer.time[2].backward_seconds;
    cost.weight += all * layer.weight_seconds;
  }
  if (stage.first) {
    cost.forward += stage.split->edge.embedding_forward.total();
    cost.backward += stage.split->edge.embedding_backward.total();
  }
  if (stage.last) {
    cost.forward += stage.split->edge.head_forward.total();
    cost.backward += stage.split->edge.head_backward.total();
    cost.weight += stage.split->edge.head_weight_seconds;
  }
  const StackTraits& stack = m_tables.stack(stage.splitting.pool);
  const double scale = m_scale * flush_factor(stack, memory, cost.recompute_layers);
  cost.forward = on_grid(cost.forward * scale);
  cost.backward = on_grid(cost.backward * scale);
  cost.weight = on_grid(cost.weight * scale);
  const TailInput in =
      tail_input(m_tables, m_strategy, stage.splitting, stage.expert_stride, m_micro_batches, stages());
  const double seconds = cost.seconds() / m_scale;
  cost.backward += on_grid(reduction_in_backward(in, held, seconds) * m_scale * stack.factor);
  cost.tail = on_grid(tail_of(in, held, seconds).total() * m_scale * stack.factor);
  return cost;
}

double Shape::fixed_seconds() const {
  return c::step_seconds * m_scale * m_tables.stack(m_stages.front().splitting.pool).factor;
}

StepEnd Shape::step(const std::vector<StageCost>& stages, std::vector<double>& scratch) const {
  const std::size_t count = stages.size();
  if (m_strategy.virtual_pipeline == 1 && m_strategy.schedule == Schedule::one_f_one_b) {
    thread_local std::vector<double> forward, backward, tail;
    forward.resize(count);
    backward.resize(count);
    tail.resize(count);
    for (std::size_t j = 0; j < count; ++j) {
      forward[j] = stages[j].forward;
      backward[j] = stages[j].backward;
      tail[j] = stages[j].tail;
    }
    return one_f_one_b_end(forward, backward, tail, m_links, m_links, m_micro_batches, scratch);
  }
  const Pipeline line = pipeline(stages);
  if (m_strategy.schedule == Schedule::interleaved && m_micro_batches % std::max(1, this->stages()) == 0)
    return interleaved_end(line, scratch);
  return simulate(line);
}

/// The stages as the schedule plays them. What embedding and head add belongs to the first and the last
/// chunk.
Pipeline Shape::pipeline(const std::vector<StageCost>& stages) const {
  Pipeline line;
  line.micro_batches = m_micro_batches;
  line.schedule = m_strategy.schedule;
  line.link_forward = line.link_backward = m_links;
  const auto chunks = static_cast<std::size_t>(m_strategy.virtual_pipeline);
  for (std::size_t j = 0; j < stages.size(); ++j) {
    const Stage& stage = m_stages[j];
    const EdgeCost& edge = stage.split->edge;
    const double first_forward = stage.first ? edge.embedding_forward.total() * m_scale : 0.0;
    const double first_backward = stage.first ? edge.embedding_backward.total() * m_scale : 0.0;
    const double last_forward = stage.last ? edge.head_forward.total() * m_scale : 0.0;
    const double last_backward = stage.last ? edge.head_backward.total() * m_scale : 0.0;
    StageTimes times;
    times.forward.assign(
        chunks, on_grid((stages[j].forward - first_forward - last_forward) / static_cast<double>(chunks)));
    times.backward.assign(
        chunks, on_grid((stages[j].backward - first_backward - last_backward) / static_cast<double>(chunks)));
    times.forward.front() += first_forward;
    times.backward.front() += first_backward;
    times.forward.back() += last_forward;
    times.backward.back() += last_backward;
    if (weights_apart(m_strategy.schedule)) {
      const double head = stage.last && chunks > 1 ? edge.head_weight_seconds * m_scale : 0.0;
      times.weight.assign(chunks,
                          on_grid(std::max(0.0, stages[j].weight - head) / static_cast<double>(chunks)));
      times.weight.back() += head;
    }
    times.tail = stages[j].tail;
    line.stages.push_back(std::move(times));
  }
  return line;
}

Shape::StageDetail Shape::detail(int j, LayerRange layers, Recompute recompute, int recompute_layers) const {
  const Stage& stage = m_stages[static_cast<std::size_t>(j)];
  const strategy::Job& job = m_tables.problem().job;
  const std::vector<LayerRange> pieces = ranges(j, layers);
  const StageContent held = content(j, pieces, recompute, recompute_layers);
  StageDetail detail;
  detail.memory =
      stage_memory(job, *stage.pool, stage.splitting.pool, held, m_tables.stack(stage.splitting.pool));
  const std::vector<LayerRange> again =
      first_layers(pieces, recompute == Recompute::full ? recompute_layers : 0);
  const auto base =
      static_cast<std::size_t>(recompute == Recompute::selective ? Recompute::selective : Recompute::none);
  for (std::size_t k = 0; k < stage.split->classes.size(); ++k) {
    const LayerCost& layer = stage.split->classes[k];
    const int all = count_in(m_tables, static_cast<int>(k), pieces);
    const int full = count_in(m_tables, static_cast<int>(k), again);
    detail.forward += layer.time[base].forward.scaled(all - full);
    detail.forward += layer.time[2].forward.scaled(full);
    detail.backward += layer.time[base].backward.scaled(all - full);
    detail.backward += layer.time[2].backward.scaled(full);
    detail.weight += all * layer.weight_seconds * m_scale;
  }
  if (stage.first) {
    detail.forward += stage.split->edge.embedding_forward;
    detail.backward += stage.split->edge.embedding_backward;
  }
  if (stage.last) {
    detail.forward += stage.split->edge.head_forward;
    detail.backward += stage.split->edge.head_backward;
    detail.weight += stage.split->edge.head_weight_seconds * m_scale;
  }
  const double seconds = detail.forward.total() + detail.backward.total();
  const StackTraits& stack = m_tables.stack(stage.splitting.pool);
  const TailInput in =
      tail_input(m_tables, m_strategy, stage.splitting, stage.expert_stride, m_micro_batches, stages());
  const Tail tail = tail_of(in, held, seconds);
  const double scale = m_scale * stack.factor;
  detail.grad_reduce = tail.reduce * scale;
  detail.param_gather = tail.gather * scale;
  detail.tail[Part::data_parallel] = (tail.reduce + tail.gather) * scale;
  detail.tail[Part::optimizer] = tail.optimizer * scale;
  detail.tail[Part::other] = c::step_seconds * scale;
  const double busy =
      m_scale * flush_factor(stack, detail.memory, recompute == Recompute::full ? recompute_layers : 0);
  detail.forward = detail.forward.scaled(busy);
  detail.backward = detail.backward.scaled(busy);
  detail.backward[Part::data_parallel] += reduction_in_backward(in, held, seconds) * scale;
  return detail;
}

std::vector<LayerRange> Shape::deal(const std::vector<int>& layers) const {
  std::vector<LayerRange> result;
  int begin = 0;
  for (const int count : layers) {
    result.push_back({begin, begin + count});
    begin += count;
  }
  return result;
}

Evaluation Shape::evaluate(const std::vector<int>& layers, bool as_written) const {
  const strategy::Problem& problem = m_tables.problem();
  const strategy::Job& job = problem.job;
  const model::Graph& graph = *problem.graph;
  Evaluation evaluation;
  evaluation.strategy = m_strategy;
  evaluation.gpus = gpus();
  const std::vector<LayerRange> dealt = deal(layers);
  std::vector<StageCost> costs;
  std::vector<StageDetail> details;
  bool any_recomputed = false;
  for (int j = 0; j < stages(); ++j) {
    strategy::Stage& planned = evaluation.strategy.stages[static_cast<std::size_t>(j)];
    const LayerRange range = dealt[static_cast<std::size_t>(j)];
    const StageCost cost =
        as_written ? stage(j, range, planned.recompute, planned.recompute_layers) : stage(j, range);
    if (!as_written) {
      planned.layers = range.size();
      planned.recompute_layers = cost.recompute_layers;
      planned.recompute = m_strategy.recompute == Recompute::full && cost.recompute_layers == 0
                              ? Recompute::none
                              : m_strategy.recompute;
    }
    any_recomputed = any_recomputed || planned.recompute != Recompute::none;
    details.push_back(detail(j, range, planned.recompute, planned.recompute_layers));
    costs.push_back(cost);
    evaluation.memory.push_back(details.back().memory);
  }
  if (!as_written) {
    if (!any_recomputed) evaluation.strategy.recompute = Recompute::none;
    int most = 0;
    for (const strategy::Stage& planned : evaluation.strategy.stages)
      most = std::max(most, planned.recompute_layers);
    evaluation.strategy.recompute_layers = most;
  }
  std::vector<double> scratch;
  const StepEnd end = step(costs, scratch);
  evaluation.step = {end.step};
  evaluation.critical_stage = end.critical_stage;
  const StageDetail& seen = details[static_cast<std::size_t>(end.critical_stage)];
  evaluation.time += seen.forward.scaled(m_micro_batches);
  evaluation.time += seen.backward.scaled(m_micro_batches);
  evaluation.time += seen.tail;
  // What is left is waiting: for transfers as far as the step would be shorter without them, else for other
  // stages.
  double waiting = std::max(0.0, end.step - evaluation.time.total());
  if (waiting < 1e-9 * end.step) {  // rounding to the grid, no waiting
    evaluation.time[Part::other] += waiting;
    waiting = 0.0;
  }
  Shape without = *this;
  std::fill(without.m_links.begin(), without.m_links.end(), 0.0);
  const double transfers = std::clamp(end.step - without.step(costs, scratch).step, 0.0, waiting);
  evaluation.time[Part::pipeline_transfer] = transfers;
  evaluation.time[Part::pipeline_bubble] = waiting - transfers;

  const Band band = step_band(problem, m_strategy);
  evaluation.step_low = {end.step * band.low};
  evaluation.step_high = {end.step * band.high};
  const double tokens = static_cast<double>(job.global_batch) * job.sequence_length;
  evaluation.tokens_per_second = tokens / end.step;
  const int used = evaluation.gpus_used();
  evaluation.tokens_per_second_per_gpu = evaluation.tokens_per_second / used;
  evaluation.hours_for_job = job.tokens / evaluation.tokens_per_second / kSecondsPerHour;
  double peak = 0.0;
  for (std::size_t i = 0; i < evaluation.gpus.size(); ++i)
    if (evaluation.gpus[i] > 0) {
      const auto rate = hardware::peak(problem.cluster.pools[i].gpu, job.precision);
      peak += evaluation.gpus[i] * (rate ? rate->value : 0.0);
    }
  const double useful = 6.0 * static_cast<double>(graph.parameters_active - graph.parameters_embedding) +
                        6.0 * graph.layer_count() * static_cast<double>(graph.hidden) * job.sequence_length;
  evaluation.mfu = peak > 0.0 ? useful * evaluation.tokens_per_second / peak : 0.0;
  evaluation.money = hourly(problem.cluster, job, evaluation.gpus);
  add_job_totals(evaluation.money, job, evaluation.tokens_per_second);
  return evaluation;
}

Timeline Shape::timeline(const Evaluation& evaluation) const {
  std::vector<StageDetail> details;
  std::vector<StageCost> costs;
  int begin = 0;
  for (int j = 0; j < stages(); ++j) {
    const strategy::Stage& planned = evaluation.strategy.stages[static_cast<std::size_t>(j)];
    details.push_back(
        detail(j, {begin, begin + planned.layers}, planned.recompute, planned.recompute_layers));
    begin += planned.layers;
    const StageDetail& seen = details.back();
    StageCost cost;
    cost.forward = seen.forward.total();
    cost.backward = seen.backward.total();
    cost.weight = seen.weight;
    cost.tail = seen.tail.total();
    costs.push_back(cost);
  }
  Timeline timeline = play(pipeline(costs));
  const auto chunks = static_cast<std::size_t>(m_strategy.virtual_pipeline);
  for (int j = 0; j < stages(); ++j) {
    const auto s = static_cast<std::size_t>(j);
    Lane& lane = timeline.lanes[s];
    const StageDetail& seen = details[s];
    lane.pool = m_stages[s].splitting.pool;
    lane.layers = evaluation.strategy.stages[s].layers;
    const StageMemory& memory = seen.memory;
    lane.fixed_bytes = (memory.total - memory.activations).value;
    lane.limit_bytes = memory.limit.value;
    for (Span& span : lane.transfers) span.bytes = m_stages[s].split->boundary_bytes;
    // Memory: a micro-batch's activations live from the start of its forward to the end of its backward.
    const double share =
        memory.activations.value / std::max(1.0, m_stages[s].in_flight * static_cast<double>(chunks));
    double held = 0.0;
    lane.memory.push_back({0.0, 0.0});
    // Where the gradients of the weights wait, so do the activations that they need.
    const SpanKind kept = weights_apart(m_strategy.schedule) ? SpanKind::backward : SpanKind::weight_gradient;
    for (const Span& span : lane.work) {
      if (span.kind == kept) continue;
      held += span.kind == SpanKind::forward ? share : -share;
      lane.memory.push_back({span.kind == SpanKind::forward ? span.start : span.end, std::max(0.0, held)});
    }
    // The tail: gradient reduction, optimizer with the fixed host time of a step, parameter gathering.
    double at = lane.work.empty() ? 0.0 : lane.work.back().end;
    const auto add = [&](SpanKind kind, double seconds) {
      if (seconds <= 0.0) return;
      Span span;
      span.start = at;
      span.end = at + seconds;
      span.kind = kind;
      span.stage = j;
      span.critical = j == evaluation.critical_stage;
      lane.work.push_back(span);
      at = span.end;
    };
    add(m_strategy.zero_stage == 0 ? SpanKind::all_reduce : SpanKind::reduce_scatter,
        m_strategy.zero_stage == 0 ? seen.grad_reduce + seen.param_gather : seen.grad_reduce);
    add(SpanKind::optimizer, seen.tail[Part::optimizer] + seen.tail[Part::other]);
    if (m_strategy.zero_stage > 0) add(SpanKind::all_gather, seen.param_gather);
    double busy = 0.0;
    for (const Span& span : lane.work) busy += span.end - span.start;
    lane.idle = timeline.step > 0.0 ? 1.0 - busy / timeline.step : 0.0;
  }
  return timeline;
}

}  // namespace astrolabe::cost
