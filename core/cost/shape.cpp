#include "core/cost/shape.h"

#include <algorithm>
#include <cmath>

#include "core/base/rounding.h"
#include "core/cost/constants.h"
#include "core/cost/transfer.h"
#include "core/cost/tuning.h"
#include "core/strategy/chunks.h"
#include "core/strategy/rules.h"

namespace astrolabe::cost {

namespace c = constants;
using strategy::Recompute;
using strategy::Schedule;

double straggler_factor(const strategy::Problem& problem, int gpus) {
  return 1.0 + coefficients_of(problem).straggler * std::log2(std::max(gpus / 8.0, 1.0));
}

Shape::Stage Shape::made(int pool, int tensor_parallel, bool several_nodes) const {
  Stage stage;
  stage.pool = &m_tables.problem().cluster.pools[static_cast<std::size_t>(pool)];
  stage.device = &m_tables.device(pool);
  stage.splitting =
      in_nodes(splitting_of(m_strategy, pool, tensor_parallel), m_tables.problem().cluster, several_nodes);
  stage.split = &m_tables.split(stage.splitting);
  const StageContent ranks = ranks_of(m_strategy, tensor_parallel);
  stage.dense_ranks = ranks.dense_ranks;
  stage.dense_shards = ranks.dense_shards;
  stage.expert_ranks = ranks.expert_ranks;
  stage.expert_shards = ranks.expert_shards;
  stage.expert_stride = m_strategy.expert_parallel * m_strategy.expert_tensor_parallel;
  return stage;
}

Shape::Shape(Tables& tables, const strategy::Strategy& strategy) : m_tables(tables), m_strategy(strategy) {
  m_micro_batches = tables.problem().job.micro_batches(strategy.data_parallel, strategy.micro_batch);
  m_deals_evenly = strategy::deals_evenly(tables.problem(), strategy);
  m_choice = strategy::recompute_choice(tables.problem(), strategy, strategy.recompute);
  const std::vector<int> first_gpu = place_stages();
  time_layers();
  time_links(first_gpu);
}

/// Stages and tails; the first GPU of each stage, counted within its pool.
std::vector<int> Shape::place_stages() {
  const int stages = static_cast<int>(m_strategy.stages.size());
  const int replicas = m_strategy.replicas();
  m_stages.reserve(m_strategy.stages.size());
  int total_gpus = 0;
  std::vector<int> first_gpu;
  std::vector<int> taken(m_tables.problem().cluster.pools.size(), 0);
  for (int j = 0; j < stages; ++j) {
    const strategy::Stage& planned = m_strategy.stages[static_cast<std::size_t>(j)];
    const int tp = planned.tensor_parallel;
    // Neighbours of one kind differ in their place alone.
    const bool alike = j > 0 && m_stages.back().splitting.pool == planned.pool &&
                       m_stages.back().splitting.tensor_parallel == tp;
    const bool several_nodes =
        !alike && fills_several_nodes(m_tables.problem().cluster, m_strategy, planned.pool);
    Stage stage = alike ? m_stages.back() : made(planned.pool, tp, several_nodes);
    stage.first = j == 0;
    stage.last = j == last_stage(m_strategy.schedule, stages);
    stage.in_flight = static_cast<double>(in_flight(m_strategy.schedule, stages, m_strategy.virtual_pipeline,
                                                    m_micro_batches, j)) /
                      m_strategy.virtual_pipeline;
    m_stages.push_back(stage);
    m_tails.push_back(alike ? m_tails.back()
                            : tail_input(m_tables, m_strategy, stage.splitting, stage.expert_stride,
                                         m_micro_batches, stages, several_nodes));
    int& next = taken[static_cast<std::size_t>(planned.pool)];
    first_gpu.push_back(next);
    next += tp * replicas;
    total_gpus += tp * replicas;
  }
  m_scale = straggler_factor(m_tables.problem(), total_gpus);
  return first_gpu;
}

/// Of every stage the seconds of its edges, of a layer of each class, and of the cheapest of these.
void Shape::time_layers() {
  for (const Stage& stage : m_stages) {
    const EdgeCost& edge = stage.split->edge;
    double seconds = 0.0;
    if (stage.first)
      seconds += on_grid(edge.embedding_forward * m_scale) + on_grid(edge.embedding_backward * m_scale);
    if (stage.last) seconds += on_grid(edge.head_forward * m_scale) + on_grid(edge.head_backward * m_scale);
    m_edge_seconds.push_back(seconds);
    const std::size_t j = m_layer_seconds.size();
    if (j > 0 && stage.split == m_stages[j - 1].split) {
      m_layer_seconds.push_back(m_layer_seconds.back());
      for (std::size_t n = stage.split->classes.size(); n > 0; --n)
        m_class_seconds.push_back(m_class_seconds[m_class_seconds.size() - stage.split->classes.size()]);
      continue;
    }
    double cheapest = kBeyond;
    for (const LayerCost& layer : stage.split->classes) {
      const LayerTime& time = layer.time[kNothingAgain];
      m_class_seconds.push_back(on_grid(time.forward_seconds * m_scale) +
                                on_grid(time.backward_seconds * m_scale) +
                                multiple_below(least_layer_reduction(m_tails[j], layer) * m_scale, kTick));
      cheapest = std::min(cheapest, m_class_seconds.back());
    }
    m_layer_seconds.push_back(cheapest);
  }
}

/// What runs between the stages, and how long one transfer takes.
void Shape::time_links(const std::vector<int>& first_gpu) {
  const int stages = this->stages();
  m_links.assign(m_stages.size(), 0.0);
  for (int j = 0; j < stages; ++j) {
    const int to = (j + 1) % stages;
    if (to == j || (to == 0 && m_strategy.virtual_pipeline == 1)) continue;
    Stage& a = m_stages[static_cast<std::size_t>(j)];
    const Stage& b = m_stages[static_cast<std::size_t>(to)];
    a.wire =
        wire_between(a, first_gpu[static_cast<std::size_t>(j)], b, first_gpu[static_cast<std::size_t>(to)]);
    m_links[static_cast<std::size_t>(j)] = on_grid(transfer_seconds(a, b) * m_scale);
  }
}

/// Every replica sends its own [T, hidden]; the ranks of a tensor-parallel group send their parts side by
/// side.
double Shape::transfer_seconds(const Stage& a, const Stage& b) const {
  const Coefficients& k = coefficients_of(m_tables.problem());
  const hardware::Link of_gpu = a.wire == Wire::pools   ? reached_between(m_tables.problem().cluster,
                                                                          a.splitting.pool, b.splitting.pool, k)
                                : a.wire == Wire::links ? reached_inside(*a.pool, k)
                                                        : reached_network(*a.pool, k);
  return cost::transfer_seconds(a.split->boundary_bytes, of_gpu,
                                std::min(a.splitting.tensor_parallel, b.splitting.tensor_parallel));
}

Wire Shape::wire_between(const Stage& a, int first_a, const Stage& b, int first_b) const {
  if (a.splitting.pool != b.splitting.pool) return Wire::pools;
  const int last_b = first_b + b.splitting.tensor_parallel * m_strategy.replicas() - 1;
  return first_a / a.pool->scale_up_domain == last_b / b.pool->scale_up_domain ? Wire::links : Wire::network;
}

std::vector<int> Shape::gpus() const {
  std::vector<int> used(m_tables.problem().cluster.pools.size(), 0);
  for (const Stage& stage : m_stages)
    used[static_cast<std::size_t>(stage.splitting.pool)] +=
        stage.splitting.tensor_parallel * stage.dense_ranks;
  return used;
}

Shape::Held Shape::held(int j, LayerRange layers, int layer_class, int recompute_layers) const {
  const auto among = [&](int begin, int end) {
    return m_tables.count_before(layer_class, end) - m_tables.count_before(layer_class, begin);
  };
  const int chunks = m_strategy.virtual_pipeline;
  if (chunks == 1)
    return {among(layers.begin, layers.end),
            among(layers.begin, layers.begin + std::min(recompute_layers, layers.size()))};
  const strategy::Chunking chunking =
      strategy::chunking_of(m_strategy.schedule, this->layers(), stages(), chunks);
  Held held;
  for (int k = 0; k < chunks; ++k) {
    const int size = chunking.of_chunk(j, layers.size(), k);
    const int place = strategy::schedule_row(m_strategy.schedule).place(stages(), j, k);
    const int begin =
        std::min(chunking.first_of(place, j, layers.begin, layers.size()), this->layers() - size);
    const int again = std::min(recompute_layers, size);
    held.all += among(begin, begin + size);
    held.again += among(begin, begin + again);
    recompute_layers -= again;
  }
  return held;
}

StageContent Shape::content(int j, LayerRange layers, Recompute recompute, int recompute_layers) const {
  const Stage& stage = m_stages[static_cast<std::size_t>(j)];
  const model::Graph& graph = *m_tables.problem().graph;
  StageContent content;
  if (recompute != Recompute::full) recompute_layers = 0;
  const std::size_t base = base_of(recompute);
  for (std::size_t k = 0; k < stage.split->classes.size(); ++k) {
    const LayerCost& cost = stage.split->classes[k];
    const auto [all, full] = held(j, layers, static_cast<int>(k), recompute_layers);
    if (all == 0) continue;
    content.dense_parameters += all * cost.dense_parameters;
    content.expert_parameters += all * cost.expert_parameters;
    content.kept_bytes += (all - full) * cost.kept_bytes[base] + full * cost.kept_bytes[2];
    content.host_bytes += (all - full) * cost.host_bytes;
    if (full > 0 || m_strategy.offload_activations)
      content.live_bytes = std::max(content.live_bytes, cost.live_bytes);
    content.gathered_parameters =
        std::max(content.gathered_parameters, 2.0 * (cost.dense_parameters + cost.expert_parameters));
    content.frozen_dense_bytes += all * cost.frozen_dense_bytes;
    content.frozen_expert_bytes += all * cost.frozen_expert_bytes;
    content.gathered_frozen_bytes =
        std::max(content.gathered_frozen_bytes, 2.0 * (cost.frozen_dense_bytes + cost.frozen_expert_bytes));
    content.buffer_bytes = std::max(content.buffer_bytes, cost.buffer_bytes);
  }
  if (m_strategy.zero_stage < 3) content.gathered_parameters = content.gathered_frozen_bytes = 0.0;
  if (stage.first) {
    content.edge_parameters += stage.split->edge.embedding_parameters;
    content.edge_frozen_bytes += stage.split->edge.embedding_frozen_bytes;
  }
  if (stage.last) {
    content.edge_parameters += stage.split->edge.head_parameters;
    content.edge_frozen_bytes += stage.split->edge.head_frozen_bytes;
    // A tied matrix is stored once when the same stage embeds and predicts, else a second time.
    if (graph.tied_embeddings && graph.has_head && !stage.first) {
      const TiedCopy copy =
          tied_copy(m_tables.problem().job,
                    static_cast<double>(graph.vocabulary) * graph.hidden / stage.splitting.tensor_parallel);
      content.edge_parameters += copy.trained;
      content.edge_frozen_bytes += copy.frozen_bytes;
    }
    content.logits_bytes = stage.split->edge.logits_bytes;
  }
  content.dense_parameters += content.edge_parameters;
  content.frozen_dense_bytes += content.edge_frozen_bytes;
  content.in_flight = stage.in_flight;
  content.dense_ranks = stage.dense_ranks;
  content.expert_ranks = stage.expert_ranks;
  content.dense_shards = stage.dense_shards;
  content.expert_shards = stage.expert_shards;
  content.zero_stage = m_strategy.zero_stage;
  content.offload_optimizer = m_strategy.offload_optimizer;
  return content;
}

StageMemory Shape::memory(int j, const StageContent& content) const {
  const Stage& stage = m_stages[static_cast<std::size_t>(j)];
  StageMemory memory = stage_memory(m_tables.problem().job, *stage.pool, stage.splitting.pool, content,
                                    m_tables.stack(stage.splitting.pool));
  if (m_moved.empty()) return memory;
  const Bytes more{m_moved[static_cast<std::size_t>(j)].bytes};
  for (Bytes* part : {&memory.optimizer, &memory.total, &memory.allocator}) *part += more;
  return memory;
}

bool Shape::like_before(int j) const {
  if (j == 0) return false;
  const Stage& a = m_stages[static_cast<std::size_t>(j) - 1];
  const Stage& b = m_stages[static_cast<std::size_t>(j)];
  if (a.split != b.split || a.first != b.first || a.last != b.last || b.in_flight > a.in_flight) return false;
  // Pools of one kind share their tables whatever their hosts hold.
  return a.pool == b.pool || host_limit(*a.pool) <= host_limit(*b.pool);
}

Shape::Filled Shape::filled(int j, LayerRange layers, Recompute recompute, int recompute_layers) const {
  Filled made;
  made.content = content(j, layers, recompute, recompute_layers);
  made.memory = memory(j, made.content);
  return made;
}

int Shape::most_number() const {
  const int chunks = m_strategy.virtual_pipeline;
  if (chunks == 1) return layers() - stages() + 1;
  const int longest = strategy::chunking_of(m_strategy.schedule, layers(), stages(), chunks).stage();
  return (longest + chunks - 1) / chunks;
}

Shape Shape::of_number(int number) const {
  Shape made = *this;
  made.m_number = number;
  return made;
}

/// Layers that a stage of `layers` recomputes with the number of each chunk. Its chunks differ by one layer
/// at most.
int Shape::recomputed_of(int layers) const {
  const int chunks = m_strategy.virtual_pipeline;
  const int shortest = layers / chunks;
  return std::min(m_number, shortest) * chunks + (m_number > shortest ? layers % chunks : 0);
}

Shape::Number Shape::best_number(const std::vector<int>& layers) const {
  Number best{most_number()};
  const std::vector<LayerRange> dealt = deal(layers);
  std::vector<StageCost> costs(dealt.size());
  std::vector<double> scratch;
  for (int number = 0; number <= most_number(); ++number) {
    const Shape tried = of_number(number);
    bool fits = true;
    for (std::size_t j = 0; j < dealt.size() && fits; ++j) {
      costs[j] = tried.stage(static_cast<int>(j), dealt[j]);
      fits = costs[j].fits;
    }
    if (!fits) continue;
    if (const double step = tried.step(costs, scratch).step; step < best.step) best = {number, step};
  }
  return best;
}

StageCost Shape::stage(int j, LayerRange layers) const {
  if (m_strategy.recompute == Recompute::none) return stage(j, layers, Recompute::none, 0);
  if (m_number != kAsFits) return stage(j, layers, Recompute::full, recomputed_of(layers.size()));
  if (m_choice == strategy::RecomputeChoice::whole)
    return stage(j, layers, m_strategy.recompute, layers.size());
  if (m_strategy.recompute == Recompute::selective) {  // on stages that lack the memory alone
    const Filled bare = filled(j, layers, Recompute::none, 0);
    if (bare.memory.fits()) return stage(j, layers, Recompute::none, 0, bare);
    return stage(j, layers, Recompute::selective, 0);
  }
  // Smallest number of recomputed layers that fits; memory falls with it (but for the live layer of the
  // first).
  const auto with = [&](int again) { return filled(j, layers, Recompute::full, again); };
  const Filled none = with(0);
  if (none.memory.fits()) return stage(j, layers, Recompute::full, 0, none);
  int low = 0;
  int high = layers.size();
  Filled fitting = with(high);
  if (!fitting.memory.fits()) return stage(j, layers, Recompute::full, high, fitting);
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    const Filled tried = with(middle);
    (tried.memory.fits() ? high : low) = middle;
    if (high == middle) fitting = tried;
  }
  return stage(j, layers, Recompute::full, high, fitting);
}

StageCost Shape::stage(int j, LayerRange layers, Recompute recompute, int recompute_layers) const {
  return stage(j, layers, recompute, recompute_layers, filled(j, layers, recompute, recompute_layers));
}

StageCost Shape::stage(int j, LayerRange layers, Recompute recompute, int recompute_layers,
                       const Filled& filled) const {
  const Stage& stage = m_stages[static_cast<std::size_t>(j)];
  if (recompute != Recompute::full) recompute_layers = 0;
  const StageContent& content = filled.content;
  const StageMemory& memory = filled.memory;
  StageCost cost;
  cost.layers = layers.size();
  cost.recompute = recompute == Recompute::full && recompute_layers == 0 ? Recompute::none : recompute;
  cost.recompute_layers = recompute_layers;
  cost.fits = memory.fits();
  cost.over = memory.over();
  cost.over_in_host = memory.over_in_host();
  const StackTraits& stack = m_tables.stack(stage.splitting.pool);
  const double scale = m_scale * flush_factor(stack, memory, cost.recompute_layers);
  const std::size_t base = base_of(recompute);
  // Every layer lies on the grid, so that as many layers take as long however they are dealt out.
  for (std::size_t k = 0; k < stage.split->classes.size(); ++k) {
    const LayerCost& layer = stage.split->classes[k];
    const auto [all, full] = held(j, layers, static_cast<int>(k), recompute_layers);
    const auto add = [&](int count, const LayerTime& time) {
      if (count == 0) return;
      cost.forward += count * on_grid(time.forward_seconds * scale);
      cost.backward += count * on_grid(time.backward_seconds * scale);
    };
    add(all - full, layer.time[base]);
    add(full, layer.time[2]);
    cost.weight += all * on_grid(layer.weight_seconds * scale);
  }
  if (stage.first) {
    cost.forward += on_grid(stage.split->edge.embedding_forward * scale);
    cost.backward += on_grid(stage.split->edge.embedding_backward * scale);
  }
  if (stage.last) {
    cost.forward += on_grid(stage.split->edge.head_forward * scale);
    cost.backward += on_grid(stage.split->edge.head_backward * scale);
    cost.weight += on_grid(stage.split->edge.head_weight_seconds * scale);
  }
  const TailInput& in = m_tails[static_cast<std::size_t>(j)];
  const double seconds = cost.seconds() / m_scale;
  cost.backward += on_grid(reduction_in_backward(in, content, seconds) * m_scale * stack.factor);
  cost.tail = on_grid(tail_of(in, content, seconds, moved_tail(j)).total() * m_scale * stack.factor);
  return cost;
}

PassShares Shape::pass_shares() const {
  PassShares shares;
  const SplitCost* seen = nullptr;
  for (const Stage& stage : m_stages) {
    if (stage.split == seen) continue;
    seen = stage.split;
    shares.include(cost::pass_shares(*seen, m_strategy.recompute));
  }
  // On the grid as in stage(), nothing done again: where all layers are alike what remains is less than it is
  // by no more than rounding, far below a tick.
  constexpr double kRounded = 1.0 + 1e-14;
  const auto share = [&](double forward, double backward, double weight) {
    const double passes = on_grid(forward * m_scale) + on_grid(backward * m_scale);
    return passes > 0.0 ? on_grid(weight * m_scale) / passes * kRounded : 0.0;
  };
  shares.layer_weight = shares.edge_weight = 0.0;
  for (const Stage& stage : m_stages) {
    const EdgeCost& edge = stage.split->edge;
    if (stage.last)
      shares.edge_weight = std::max(shares.edge_weight,
                                    share(edge.head_forward, edge.head_backward, edge.head_weight_seconds));
    if (&stage != m_stages.data() && stage.split == (&stage - 1)->split) continue;
    for (const LayerCost& layer : stage.split->classes) {
      const LayerTime& time = layer.time[kNothingAgain];
      shares.layer_weight = std::max(
          shares.layer_weight, share(time.forward_seconds, time.backward_seconds, layer.weight_seconds));
    }
  }
  return shares;
}

double Shape::fixed_seconds() const {
  const StackTraits& stack = m_tables.stack(m_stages.front().splitting.pool);
  return stack.step_seconds * m_scale * stack.factor;
}

StepEnd Shape::step(const std::vector<StageCost>& stages, std::vector<double>& scratch, double enough) const {
  if (m_strategy.virtual_pipeline > 1 || !one_chunk(m_strategy.schedule))
    return chunks_end(pipeline(stages), scratch);
  thread_local std::vector<LineStage> line;
  line.resize(stages.size());
  for (std::size_t j = 0; j < stages.size(); ++j) line[j] = line_stage(static_cast<int>(j), stages[j]);
  return line_end(m_strategy.schedule, line, m_micro_batches, scratch, enough);
}

double Shape::tail_seconds(int j, LayerRange layers, Recompute recompute, int recompute_layers,
                           double passes) const {
  const StackTraits& stack = m_tables.stack(m_stages[static_cast<std::size_t>(j)].splitting.pool);
  const Tail tail = tail_of(m_tails[static_cast<std::size_t>(j)],
                            content(j, layers, recompute, recompute_layers), passes / m_scale, moved_tail(j));
  return on_grid(tail.total() * m_scale * stack.factor);
}

LineStage Shape::line_stage(int j, const StageCost& stage) const {
  const double weight = weights_apart(m_strategy.schedule) ? stage.weight : 0.0;
  return {stage.forward, stage.backward, weight, stage.tail, m_links[static_cast<std::size_t>(j)]};
}

/// The stages as the schedule plays them.
Pipeline Shape::pipeline(const std::vector<StageCost>& stages) const {
  Pipeline line;
  line.micro_batches = m_micro_batches;
  line.schedule = m_strategy.schedule;
  line.link_forward = line.link_backward = m_links;
  line.stages.reserve(stages.size());
  for (std::size_t j = 0; j < stages.size(); ++j)
    line.stages.push_back(stage_times(static_cast<int>(j), stages[j]));
  return line;
}

StageTimes Shape::stage_times(int j, const StageCost& cost) const {
  const int chunks = m_strategy.virtual_pipeline;
  const strategy::Chunking chunking =
      strategy::chunking_of(m_strategy.schedule, layers(), this->stages(), chunks);
  const Stage& stage = m_stages[static_cast<std::size_t>(j)];
  const EdgeCost& edge = stage.split->edge;
  const double first_forward = stage.first ? edge.embedding_forward * m_scale : 0.0;
  const double first_backward = stage.first ? edge.embedding_backward * m_scale : 0.0;
  const double last_forward = stage.last ? edge.head_forward * m_scale : 0.0;
  const double last_backward = stage.last ? edge.head_backward * m_scale : 0.0;
  const bool apart = weights_apart(m_strategy.schedule);
  const double head = apart && stage.last && chunks > 1 ? edge.head_weight_seconds * m_scale : 0.0;
  StageTimes times;
  times.forward.reserve(static_cast<std::size_t>(chunks));
  times.backward.reserve(static_cast<std::size_t>(chunks));
  for (int k = 0; k < chunks; ++k) {
    const int size = chunking.of_chunk(j, cost.layers, k);
    const auto of_chunk = [&](double seconds) {
      return on_grid(size * chunks == cost.layers ? seconds / chunks : seconds * size / cost.layers);
    };
    times.forward.push_back(of_chunk(cost.forward - first_forward - last_forward));
    times.backward.push_back(of_chunk(cost.backward - first_backward - last_backward));
    if (apart) times.weight.push_back(of_chunk(std::max(0.0, cost.weight - head)));
  }
  times.forward.front() += first_forward;
  times.backward.front() += first_backward;
  times.forward.back() += last_forward;
  times.backward.back() += last_backward;
  if (apart) times.weight.back() += head;
  times.tail = cost.tail;
  return times;
}

}  // namespace astrolabe::cost
