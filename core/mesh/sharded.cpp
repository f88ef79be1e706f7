#include "core/mesh/sharded.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "core/cost/constants.h"
#include "core/cost/memory.h"
#include "core/mesh/row.h"
#include "core/mesh/traffic.h"
#include "core/strategy/rules.h"

namespace astrolabe::mesh {

namespace {

using strategy::Recompute;

constexpr std::array kMicroBatches{1, 2, 4, 8, 16};
/// Sequences of a step that shares are sought in; more go several at a time.
constexpr std::int64_t kFinest = 512;
constexpr double kFittingBytes = 1.0 + 1e-9;

Layout layout_of(int pool, int gpus, int micro_batch, int layers) {
  Layout layout;
  layout.pool = pool;
  layout.groups = gpus;
  layout.micro_batch = micro_batch;
  layout.layers = {layers};
  return layout;
}

/// Seconds and bytes of one micro-batch of a GPU of a pool.
struct MicroBatch {
  int sequences = 1;
  double forward = 0.0, again = 0.0, backward = 0.0;
  double own = 0.0;   ///< bytes but for the state; inputs of all layers among them
  double kept = 0.0;  ///< bytes of these inputs
  cost::StageMemory memory;
};

/// What GPUs of one pool take and hold.
class PoolCosts {
 public:
  PoolCosts(Scene& scene, int pool, int all_gpus) : m_scene(scene), m_pool(pool), m_all(all_gpus) {
    const cost::Device& device = scene.tables().device(pool);
    m_link = cost::constants::offload_share * device.pcie;
    for (const int sequences : kMicroBatches) {
      MicroBatch made = made_of(sequences);
      if (sequences > 1 && made.own > made.memory.limit.value) break;
      m_micro.push_back(made);
    }
  }

  double limit() const { return m_micro.front().memory.limit.value; }
  double host_limit() const { return m_micro.front().memory.host_limit.value; }
  /// Bytes of weights, gradients and optimizer of all GPUs.
  double state() const { return m_state; }
  bool can_offload() const { return m_link > 0.0; }
  std::size_t sizes() const { return m_micro.size(); }
  int size(std::size_t k) const { return m_micro[k].sequences; }

  /// Of a GPU with so many sequences in micro-batches of the `k`-th size and one of what is left.
  void fill(ShardedPart& part, std::size_t k) const {
    const std::int64_t full = part.sequences / size(k);
    const auto left = static_cast<int>(part.sequences % size(k));
    const MicroBatch& most = m_micro[k];
    const auto count = static_cast<double>(full);
    part.micro_batch = most.sequences;
    part.forward = count * most.forward;
    part.again = count * most.again;
    part.backward = count * most.backward;
    if (left > 0) {
      const auto last = std::find_if(m_micro.begin(), m_micro.end(),
                                     [&](const MicroBatch& one) { return one.sequences >= left; });
      part.forward += last->forward;
      part.again += last->again;
      part.backward += last->backward;
    }
    const double each = most.kept / most.sequences;
    const auto sequences = static_cast<double>(part.sequences);
    const double others = std::max(0.0, sequences - most.sequences) * each;
    part.own = most.own + (part.offloads ? 0.0 : others);
    part.host = part.offloads ? sequences * each : 0.0;
    part.offloading = part.offloads ? part.host / m_link : 0.0;
    part.memory = most.memory;
    part.memory.activations += Bytes{part.offloads ? 0.0 : others};
    part.memory.host += Bytes{part.host};
  }
  std::optional<std::size_t> place_of(int micro_batch) const {
    for (std::size_t k = 0; k < m_micro.size(); ++k)
      if (m_micro[k].sequences == micro_batch) return k;
    return std::nullopt;
  }

 private:
  MicroBatch made_of(int sequences) {
    const strategy::Problem& problem = m_scene.problem();
    const int layers = problem.graph->layer_count();
    const Layout layout =
        layout_of(m_pool, m_scene.gpus()[static_cast<std::size_t>(m_pool)], sequences, layers);
    strategy::Strategy strategy = strategy_of(layout, layout.layers);
    if (strategy.zero_stage > 0) strategy.zero_stage = 3;  // memory that is short slows the passes
    const cost::Shape shape = m_scene.shape(strategy, 1);
    const cost::Evaluation alone = shape.evaluate(layout.layers, true);
    const double scale = m_scene.scale(layout);
    MicroBatch made;
    made.sequences = sequences;
    made.forward = alone.time[cost::Part::compute_forward] * scale;
    made.again = alone.time[cost::Part::recompute] * scale;
    made.backward = alone.time[cost::Part::compute_backward] * scale;
    add_memory(strategy, made);
    return made;
  }

  void add_memory(const strategy::Strategy& strategy, MicroBatch& made) {
    cost::Tables& tables = m_scene.tables();
    const strategy::Problem& problem = m_scene.problem();
    const cost::SplitCost& split = tables.split(cost::splitting_of(strategy, m_pool, 1));
    cost::StageContent content;
    content.edge_parameters = split.edge.embedding_parameters + split.edge.head_parameters;
    content.dense_parameters = content.edge_parameters;
    content.logits_bytes = split.edge.logits_bytes;
    double largest = std::max(split.edge.embedding_parameters, split.edge.head_parameters);
    for (std::size_t k = 0; k < split.classes.size(); ++k) {
      const cost::LayerCost& cost = split.classes[k];
      const int count = tables.count_before(static_cast<int>(k), problem.graph->layer_count());
      if (count == 0) continue;
      content.dense_parameters += count * cost.dense_parameters;
      content.expert_parameters += count * cost.expert_parameters;
      content.kept_bytes += count * cost.kept_bytes[static_cast<std::size_t>(Recompute::full)];
      content.live_bytes = std::max(content.live_bytes, cost.live_bytes);
      content.buffer_bytes = std::max(content.buffer_bytes, cost.buffer_bytes);
      largest = std::max(largest, cost.dense_parameters + cost.expert_parameters);
    }
    content.zero_stage = 3;
    content.gathered_parameters = 2.0 * largest;  // the layer at work and the next
    const auto held = [&](int shards) {
      content.dense_ranks = content.expert_ranks = content.dense_shards = content.expert_shards = shards;
      return cost::stage_memory(problem.job, problem.cluster.pools[static_cast<std::size_t>(m_pool)], m_pool,
                                content, tables.stack(m_pool));
    };
    const auto sharded = [](const cost::StageMemory& memory) {
      return (memory.weights + memory.gradients + memory.optimizer).value;
    };
    // What is sharded falls with the ranks, the rest does not.
    const cost::StageMemory here = held(m_all);
    const double even = 2.0 * (sharded(here) - sharded(held(2 * m_all)));
    m_state = even * m_all;
    made.memory = here;
    made.kept = content.kept_bytes * (1.0 + tables.stack(m_pool).fragmentation);
    made.own = here.total.value - even;
  }

  Scene& m_scene;
  int m_pool, m_all;
  double m_link = 0.0, m_state = 0.0;
  std::vector<MicroBatch> m_micro;
};

/// All pools at work and what they do together.
class Sharder {
 public:
  explicit Sharder(Scene& scene) : m_scene(scene) {
    m_all = std::accumulate(scene.gpus().begin(), scene.gpus().end(), 0);
    const int layers = scene.problem().graph->layer_count();
    const Replicas replicas{static_cast<double>(m_all), static_cast<double>(m_all)};
    for (std::size_t pool = 0; pool < scene.gpus().size(); ++pool) {
      const int gpus = scene.gpus()[pool];
      if (gpus == 0) continue;
      const int at = static_cast<int>(pool);
      m_costs.try_emplace(at, scene, at, m_all);
      const LayoutTable table(scene, layout_of(at, gpus, 1, layers));
      const NodeTraffic traffic = node_traffic(scene, table, replicas);
      const double factor = scene.tail_factor(at);
      m_gather = std::max(m_gather, traffic.gather * factor);
      m_reduce = std::max(m_reduce, traffic.reduce * factor);
      m_optimizer = std::max(m_optimizer, optimizer_seconds(scene, table, replicas) * factor);
      m_host = std::max(m_host, scene.tables().stack(at).step_seconds * factor);
      m_state = std::max(m_state, m_costs.at(at).state());
    }
  }

  int all() const { return m_all; }
  double state() const { return m_state; }
  const std::map<int, PoolCosts>& costs() const { return m_costs; }
  int layers() const { return m_scene.problem().graph->layer_count(); }

  /// Seconds of a GPU's passes beside the traffic of all, padded.
  double passes(const ShardedPart& part, double padding) const {
    if (part.sequences == 0) return sharded_layer(0.0, 0.0, m_gather * padding, m_reduce * padding);
    return sharded_layer(std::max(part.forward, part.offloading),
                         std::max(part.again + part.backward, part.offloading), m_gather * padding,
                         m_reduce * padding);
  }
  /// What comes beside the slowest GPU's passes.
  double beside(double padding) const { return edges(padding) + m_optimizer * padding + m_host; }
  double edges(double padding) const { return (m_gather + m_reduce) * padding / layers(); }

  /// Places the state and works out the step; none where it does not fit.
  std::optional<ShardedProgram> program_of(std::vector<ShardedPart> parts) const {
    std::vector<double> room;
    std::vector<int> gpus;
    double all = 0.0;
    for (const ShardedPart& part : parts) {
      const PoolCosts& costs = m_costs.at(part.pool);
      room.push_back(costs.limit() * kFittingBytes - part.own);
      gpus.push_back(part.gpus);
      if (room.back() < 0.0 || part.host > costs.host_limit()) return std::nullopt;
      all += part.gpus * room.back();
    }
    if (all < m_state) return std::nullopt;
    const double level = water_level(room, gpus, m_state);
    ShardedProgram made;
    made.state = m_state;
    double largest = 0.0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      parts[k].state = std::min(room[k], level);
      largest = std::max(largest, parts[k].state);
      tell_memory(parts[k]);
    }
    made.padding = std::max(1.0, largest * m_all / m_state);
    made.gather = m_gather * made.padding;
    made.reduce = m_reduce * made.padding;
    made.edges = edges(made.padding);
    made.optimizer = m_optimizer * made.padding;
    made.host = m_host;
    double forward = 0.0, backward = 0.0;
    for (const ShardedPart& part : parts) {
      made.work = std::max(made.work, passes(part, made.padding));
      forward = std::max(forward, std::max(part.forward, part.offloading));
      backward = std::max(backward, std::max(part.again + part.backward, part.offloading));
    }
    made.by_traffic = made.gather > forward || made.gather + made.reduce > backward;
    made.parts = std::move(parts);
    return made;
  }

 private:
  /// Parts of the memory with as much of the state as the GPU stores.
  void tell_memory(ShardedPart& part) const {
    cost::StageMemory& memory = part.memory;
    const double even = m_state / m_all;
    const double by = part.state / even;
    // Weights beside the even share are the layers at work.
    const double optimizer = memory.optimizer.value, gradients = memory.gradients.value;
    const double weights = std::max(0.0, even - optimizer - gradients);
    memory.weights += Bytes{weights * (by - 1.0)};
    memory.gradients = Bytes{gradients * by};
    memory.optimizer = Bytes{optimizer * by};
    memory.total = {part.own + part.state};
    memory.allocator = memory.weights + memory.gradients + memory.optimizer + memory.activations;
  }

  Scene& m_scene;
  int m_all = 0;
  std::map<int, PoolCosts> m_costs;
  double m_gather = 0.0, m_reduce = 0.0, m_optimizer = 0.0, m_host = 0.0, m_state = 0.0;
};

/// Whether rules and job leave a strategy of one GPU each with everything sharded. A pool's only GPU is one
/// of several replicas, too: the others stand in other pools.
bool is_left(const strategy::Problem& problem, int pool, int gpus) {
  gpus = std::max(2, gpus);
  Layout layout = layout_of(pool, gpus, 1, problem.graph->layer_count());
  strategy::Strategy strategy = strategy_of(layout, layout.layers);
  strategy.zero_stage = 3;
  if (!is_allowed(problem, strategy)) return false;
  strategy::Problem even = problem;
  even.job.global_batch = gpus * 2;
  return strategy::first_broken_rule(even, strategy) == nullptr;
}

class ShardedSearch {
 public:
  ShardedSearch(const strategy::Problem& problem, const std::vector<int>& gpus, std::int64_t batch,
                const std::stop_token& stop)
      : m_scene(problem, gpus), m_sharder(m_scene), m_batch(batch), m_stop(stop) {}

  ShardedAnswer run() {
    if (!choose_steps()) return {};
    const Ways all = ways();
    ShardedAnswer answer;
    double most = 0.0;
    constexpr std::array kPaddings{1.0, 1.05, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 8.0};
    for (const double padding : kPaddings) {
      if ((padding > 1.0 && padding >= most) || m_stop.stop_requested()) break;
      const Uneven made = shared_out(classes(all, padding));
      if (!made.possible) return answer;
      if (padding == 1.0) answer.bound = made.seconds + m_sharder.beside(1.0);
      std::optional<ShardedProgram> program = m_sharder.program_of(chosen(made, all));
      if (!program) continue;
      most = std::max(most, program->padding);
      if (!answer.best || program->step() < answer.best->step()) answer.best = std::move(program);
    }
    answer.stopped_early = m_stop.stop_requested();
    if (answer.best && !answer.stopped_early) balance(all, *answer.best);
    return answer;
  }

 private:
  /// How many GPUs of a node do alike, and sequences at a time.
  bool choose_steps() {
    std::int64_t alike = m_batch;
    for (std::size_t pool = 0; pool < m_scene.gpus().size(); ++pool)
      if (m_scene.gpus()[pool] > 0)
        alike = std::gcd(std::gcd(alike, static_cast<std::int64_t>(m_scene.gpus()[pool])),
                         static_cast<std::int64_t>(m_scene.problem().cluster.pools[pool].gpus_of_node()));
    m_alike = m_batch <= kFinest && m_sharder.all() <= 64 ? 1 : alike;
    for (m_step = 1; m_batch / (m_alike * m_step) > kFinest || m_batch % (m_alike * m_step) != 0; ++m_step)
      if (m_step > m_batch / m_alike) return false;
    return true;
  }

  /// What GPUs of each pool may do, as many of them as do alike.
  using Ways = std::vector<std::vector<ShardedPart>>;

  Ways ways() const {
    Ways all;
    for (const auto& [pool, costs] : m_sharder.costs()) {
      std::vector<ShardedPart> of_pool;
      const auto add = [&, &costs = costs](const ShardedPart& part) {
        if (part.own <= costs.limit() && part.host <= costs.host_limit()) of_pool.push_back(part);
      };
      ShardedPart idle;
      idle.pool = pool;
      idle.gpus = static_cast<int>(m_alike);
      costs.fill(idle, 0);
      add(idle);
      for (std::int64_t units = 1; units <= m_batch / (m_alike * m_step); ++units)
        for (std::size_t k = 0; k < costs.sizes(); ++k)
          for (const bool offloads : {false, true}) {
            ShardedPart part = idle;
            part.sequences = units * m_step;
            if (costs.size(k) > part.sequences || (offloads && !costs.can_offload())) continue;
            part.offloads = offloads;
            costs.fill(part, k);
            add(part);
          }
      all.push_back(std::move(of_pool));
    }
    return all;
  }

  /// Of each pool; its options are still to be told.
  UnevenClass class_of(int pool, double limit) const {
    UnevenClass one;
    one.gpus = m_scene.gpus()[static_cast<std::size_t>(pool)] / static_cast<int>(m_alike);
    one.limit = limit;
    return one;
  }
  Uneven shared_out(const std::vector<UnevenClass>& classes) const {
    return share_unevenly(classes, m_batch / (m_alike * m_step), m_sharder.state() / m_alike);
  }

  std::vector<UnevenClass> classes(const Ways& all, double padding) const {
    std::vector<UnevenClass> classes;
    for (const auto& [pool, costs] : m_sharder.costs()) {
      UnevenClass one = class_of(pool, costs.limit());
      for (const ShardedPart& part : all[classes.size()])
        one.options.push_back(
            {part.sequences / m_step, part.micro_batch, m_sharder.passes(part, padding), part.own});
      classes.push_back(std::move(one));
    }
    return classes;
  }

  /// Traffic hides work, so that many ways take the same step. Of those that take no longer than `best` and
  /// store no larger parts of the state, puts the one in its place whose busiest GPU is the least busy, and
  /// of these one of the least sum of squares of what GPUs are busy. What a GPU lacks of the largest part is
  /// a resource that all share: all parts together hold the state.
  void balance(const Ways& all, ShardedProgram& best) const {
    const double largest = best.padding * m_sharder.state() / m_sharder.all();
    Ways as_fast;
    std::vector<UnevenClass> classes;
    for (const auto& [pool, costs] : m_sharder.costs()) {
      UnevenClass one = class_of(pool, largest);
      const double limit = costs.limit() * kFittingBytes;
      std::vector<ShardedPart>& of_pool = as_fast.emplace_back();
      for (const ShardedPart& part : all[classes.size()]) {
        if (m_sharder.passes(part, best.padding) > best.work) continue;
        one.options.push_back({part.sequences / m_step, part.micro_batch, part.busy(),
                               std::max(0.0, part.own + largest - limit)});
        of_pool.push_back(part);
      }
      classes.push_back(std::move(one));
    }
    const Uneven made = shared_out(classes);
    if (!made.possible) return;
    std::optional<ShardedProgram> program = m_sharder.program_of(chosen(made, as_fast));
    constexpr double kRounding = 1e-12;
    if (program && program->step() <= best.step() * (1.0 + kRounding)) best = std::move(*program);
  }

  /// GPUs that do the same as one part.
  static std::vector<ShardedPart> chosen(const Uneven& made, const Ways& ways) {
    std::vector<ShardedPart> parts;
    for (std::size_t k = 0; k < made.gpus.size(); ++k)
      for (const UnevenGpu& gpu : made.gpus[k]) {
        const ShardedPart& way = ways[k][static_cast<std::size_t>(gpu.place)];
        if (!parts.empty() && parts.back().pool == way.pool && parts.back().sequences == way.sequences &&
            parts.back().micro_batch == way.micro_batch && parts.back().offloads == way.offloads)
          parts.back().gpus += way.gpus;
        else
          parts.push_back(way);
      }
    return parts;
  }

  Scene m_scene;
  Sharder m_sharder;
  std::int64_t m_batch, m_alike = 1, m_step = 1;
  const std::stop_token& m_stop;
};

}  // namespace

ShardedAnswer search_sharded(const strategy::Problem& problem, const std::vector<int>& gpus,
                             std::int64_t batch, const std::stop_token& stop) {
  for (std::size_t pool = 0; pool < gpus.size(); ++pool)
    if (gpus[pool] > 0 && !is_left(problem, static_cast<int>(pool), gpus[pool])) return {};
  return ShardedSearch(problem, gpus, batch, stop).run();
}

std::optional<ShardedProgram> sharded_as_written(Scene& scene, std::vector<ShardedPart> parts) {
  const Sharder sharder(scene);
  for (ShardedPart& part : parts) {
    const auto costs = sharder.costs().find(part.pool);
    if (costs == sharder.costs().end() || (part.offloads && !costs->second.can_offload()))
      return std::nullopt;
    const auto place = costs->second.place_of(part.micro_batch);
    if (!place) return std::nullopt;
    costs->second.fill(part, *place);
  }
  return sharder.program_of(std::move(parts));
}

}  // namespace astrolabe::mesh
