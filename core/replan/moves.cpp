#include "core/replan/moves.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/cost/memory.h"
#include "core/cost/transfer.h"
#include "core/exchange/schedule.h"
#include "core/replan/assignment.h"

namespace astrolabe::replan {

namespace {

constexpr double kWeightBytes = 2.0;  ///< of the working copy, 16 bits

/// What one GPU holds: a slice of the layers of a stage.
struct Role {
  int lane = 0;
  int begin = 0, end = 0;       ///< layers
  int replica = 0;              ///< of the lane
  double from = 0.0, to = 1.0;  ///< slice of each layer
  bool embeds = false, has_head = false;
  double slice(const Role& other) const {
    return std::max(0.0, std::min(to, other.to) - std::max(from, other.from));
  }
};

/// Bytes of whole layers and edges, as the ranks of a pool hold them together.
class Sizes {
 public:
  Sizes(const cost::Tables& tables, const strategy::Strategy& running, int shards)
      : m_tables(tables), m_running(running) {
    const double state = cost::optimizer_state_bytes(tables.problem().job);
    const double shared = 1.0 / std::max(1, shards);
    m_each = running.zero_stage >= 3   ? (kWeightBytes + state) * shared
             : running.zero_stage >= 1 ? kWeightBytes + state * shared
                                       : kWeightBytes + state;
  }
  double layers(const strategy::Stage& stage, int begin, int end) const {
    const cost::SplitCost& split = of(stage);
    double sum = 0.0;
    for (std::size_t k = 0; k < split.classes.size(); ++k) {
      const cost::LayerCost& layer = split.classes[k];
      const int kind = static_cast<int>(k);
      sum += (m_tables.count_before(kind, end) - m_tables.count_before(kind, begin)) *
             ((layer.dense_parameters + layer.expert_parameters) * m_each + layer.frozen_dense_bytes +
              layer.frozen_expert_bytes);
    }
    return sum * stage.tensor_parallel;
  }
  double edges(const strategy::Stage& stage, bool embedding, bool head) const {
    const cost::EdgeCost& edge = of(stage).edge;
    double sum = 0.0;
    if (embedding) sum += edge.embedding_parameters * m_each + edge.embedding_frozen_bytes;
    if (head) sum += edge.head_parameters * m_each + edge.head_frozen_bytes;
    return sum * stage.tensor_parallel;
  }

 private:
  const cost::SplitCost& of(const strategy::Stage& stage) const {
    return m_tables.split(cost::splitting_of(m_running, stage.pool, stage.tensor_parallel));
  }
  const cost::Tables& m_tables;
  const strategy::Strategy& m_running;
  double m_each = 0.0;  ///< bytes of a parameter
};

class Migration {
 public:
  Migration(const cost::Tables& tables, const hardware::Cluster& marked, const std::vector<Pipeline>& before,
            int replicas, const strategy::Strategy& running, Plan& plan)
      : m_tables(tables),
        m_marked(marked),
        m_running(running),
        m_plan(plan),
        m_health(marked),
        m_replicas(replicas),
        m_sizes(tables, running, shards_of(static_cast<int>(plan.pipelines.size()))) {
    for (const Pipeline& pipeline : before) {
      const int lane = static_cast<int>(m_before.size());
      std::vector<Held> stages;
      int begin = 0;
      for (const Stage& stage : pipeline.stages) {
        for (std::size_t rank = 0; rank < stage.gpus.size(); ++rank)
          m_old[stage.gpus[rank]] =
              role(lane, begin, stage.layers, static_cast<int>(rank), stage.tensor_parallel);
        stages.push_back({&stage.gpus, begin, begin + stage.layers, m_health.of(stage.gpus).failed});
        begin += stage.layers;
      }
      m_before.push_back(std::move(stages));
    }
  }

  Moves run() {
    for (std::size_t p = 0; p < m_plan.pipelines.size(); ++p) place(p);
    for (std::size_t p = 0; p < m_plan.pipelines.size(); ++p) send(p);
    reshard();
    return {m_bytes, seconds()};
  }

 private:
  int shards_of(int lanes) const {
    const int replicas = lanes * m_replicas;
    return m_running.sharding_group > 1 ? std::min(m_running.sharding_group, replicas) : replicas;
  }
  Role role(int lane, int begin, int layers, int rank, int tensor) const {
    Role made;
    made.lane = lane;
    made.begin = begin;
    made.end = begin + layers;
    made.replica = rank / tensor;
    made.from = static_cast<double>(rank % tensor) / tensor;
    made.to = static_cast<double>(rank % tensor + 1) / tensor;
    made.embeds = begin == 0;
    made.has_head = made.end == m_tables.problem().graph->layer_count();
    return made;
  }
  Role new_role(std::size_t pipeline, std::size_t stage, std::size_t rank) const {
    const Pipeline& of = m_plan.pipelines[pipeline];
    int begin = 0;
    for (std::size_t j = 0; j < stage; ++j) begin += of.stages[j].layers;
    return role(static_cast<int>(pipeline), begin, of.stages[stage].layers, static_cast<int>(rank),
                of.stages[stage].tensor_parallel);
  }
  static strategy::Stage splitting(const Stage& stage) {
    strategy::Stage made;
    made.pool = stage.pool;
    made.tensor_parallel = stage.tensor_parallel;
    return made;
  }

  /// Bytes that a GPU lacks for a role.
  double lacks(const GpuId& gpu, const Role& wanted, const strategy::Stage& how) const {
    const auto old = m_old.find(gpu);
    double all = m_sizes.layers(how, wanted.begin, wanted.end) * (wanted.to - wanted.from);
    all += m_sizes.edges(how, wanted.embeds, wanted.has_head) * (wanted.to - wanted.from);
    if (old == m_old.end() || m_health.of({gpu}).failed) return all;
    const Role& held = old->second;
    const int begin = std::max(held.begin, wanted.begin), end = std::min(held.end, wanted.end);
    const double slice = held.slice(wanted);
    if (begin < end) all -= m_sizes.layers(how, begin, end) * slice;
    all -= m_sizes.edges(how, wanted.embeds && held.embeds, wanted.has_head && held.has_head) * slice;
    return std::max(0.0, all);
  }

  /// The group's GPUs in the order of ranks for which least is moved; what that is.
  double ranked(std::vector<GpuId>& gpus, std::size_t pipeline, std::size_t stage) const {
    const Stage& of = m_plan.pipelines[pipeline].stages[stage];
    const strategy::Stage how = splitting(of);
    const auto size = gpus.size();
    double in_order = 0.0, sum = 0.0;
    for (std::size_t rank = 0; rank < size; ++rank)
      in_order += lacks(gpus[rank], new_role(pipeline, stage, rank), how);
    if (in_order <= 0.0 || m_replicas > 1) return in_order;
    std::vector<std::vector<double>> cost(size, std::vector<double>(size, 0.0));
    for (std::size_t rank = 0; rank < size; ++rank) {
      const Role wanted = new_role(pipeline, stage, rank);
      for (std::size_t gpu = 0; gpu < size; ++gpu) cost[gpu][rank] = lacks(gpus[gpu], wanted, how);
    }
    const std::vector<int> places = assignment(cost);
    std::vector<GpuId> sorted(size);
    for (std::size_t gpu = 0; gpu < size; ++gpu) {
      sorted[static_cast<std::size_t>(places[gpu])] = gpus[gpu];
      sum += cost[gpu][static_cast<std::size_t>(places[gpu])];
    }
    if (sum >= in_order) return in_order;
    gpus = std::move(sorted);
    return sum;
  }

  /// Equal sound groups of a pipeline change places.
  void place(std::size_t pipeline) {
    std::vector<Stage>& stages = m_plan.pipelines[pipeline].stages;
    std::map<std::pair<int, std::size_t>, std::vector<std::size_t>> alike;
    double lacking = 0.0;
    for (std::size_t j = 0; j < stages.size(); ++j) {
      lacking += ranked(stages[j].gpus, pipeline, j);
      if (stages[j].factor == 1.0 && !m_health.of(stages[j].gpus).slow())
        alike[{stages[j].pool, stages[j].gpus.size()}].push_back(j);
    }
    if (lacking <= 0.0) return;
    for (const auto& [kind, places] : alike) {
      if (places.size() < 2) continue;
      std::vector<std::vector<double>> cost(places.size(), std::vector<double>(places.size(), 0.0));
      for (std::size_t a = 0; a < places.size(); ++a)
        for (std::size_t b = 0; b < places.size(); ++b) {
          std::vector<GpuId> gpus = stages[places[a]].gpus;
          cost[a][b] = ranked(gpus, pipeline, places[b]);
        }
      const std::vector<int> taken = assignment(cost);
      std::vector<std::vector<GpuId>> moved(places.size());
      double now = 0.0, then = 0.0;
      for (std::size_t a = 0; a < places.size(); ++a) {
        now += cost[a][a];
        then += cost[a][static_cast<std::size_t>(taken[a])];
        moved[static_cast<std::size_t>(taken[a])] = stages[places[a]].gpus;
      }
      if (then >= now) continue;
      for (std::size_t b = 0; b < places.size(); ++b) {
        stages[places[b]].gpus = std::move(moved[b]);
        ranked(stages[places[b]].gpus, pipeline, places[b]);
      }
    }
  }

  int index(const GpuId& gpu) {
    const auto [at, fresh] = m_index.try_emplace(gpu, static_cast<int>(m_gpus.size()));
    if (fresh) m_gpus.push_back(gpu);
    return at->second;
  }
  void transfer(const GpuId& from, const GpuId& to, double bytes) {
    if (bytes <= 0.0 || from == to) return;
    m_bytes += bytes;
    m_sent[{index(from), index(to)}] += bytes;
  }

  /// A stage as it ran.
  struct Held {
    const std::vector<GpuId>* gpus = nullptr;
    int begin = 0, end = 0;  ///< layers
    bool failed = false;
  };

  /// Calls `use` with the stages that held the layers from `begin` to `end`, and which of them: those of the
  /// lane, for a stage with a failed GPU those of the next one that works. `tried`: lanes looked at before.
  template <class Use>
  void each_holder(std::size_t lane, int begin, int end, std::size_t tried, const Use& use) const {
    for (const Held& stage : m_before[(lane + tried) % m_before.size()]) {
      const int first = std::max(begin, stage.begin), last = std::min(end, stage.end);
      if (first >= last) continue;
      if (stage.failed && tried + 1 < m_before.size())
        each_holder(lane, first, last, tried + 1, use);
      else
        use(stage, first, last);
    }
  }

  void send(std::size_t pipeline) {
    const Pipeline& of = m_plan.pipelines[pipeline];
    for (std::size_t j = 0; j < of.stages.size(); ++j) {
      const strategy::Stage how = splitting(of.stages[j]);
      for (std::size_t rank = 0; rank < of.stages[j].gpus.size(); ++rank) {
        const Role wanted = new_role(pipeline, j, rank);
        const GpuId& gpu = of.stages[j].gpus[rank];
        if (lacks(gpu, wanted, how) > 0.0) fetch(gpu, wanted, how);
      }
    }
  }

  void fetch(const GpuId& gpu, const Role& wanted, const strategy::Stage& how) {
    const auto old = m_old.find(gpu);
    const bool keeps = old != m_old.end() && !m_health.of({gpu}).failed;
    const auto lane =
        static_cast<std::size_t>(old != m_old.end() ? old->second.lane : wanted.lane) % m_before.size();
    // Of the layers that the GPU held, what it holds of a slice does not move.
    const int first = keeps ? std::clamp(old->second.begin, wanted.begin, wanted.end) : wanted.end;
    const int last = keeps ? std::clamp(old->second.end, first, wanted.end) : wanted.end;
    fetch_range(gpu, wanted, how, lane, {wanted.begin, first}, nullptr);
    fetch_range(gpu, wanted, how, lane, {first, last}, keeps ? &old->second : nullptr);
    fetch_range(gpu, wanted, how, lane, {last, wanted.end}, nullptr);
  }

  /// `own`: what the GPU itself holds of these layers; null: nothing.
  void fetch_range(const GpuId& gpu, const Role& wanted, const strategy::Stage& how, std::size_t lane,
                   std::pair<int, int> range, const Role* own) {
    each_holder(lane, range.first, range.second, 0, [&](const Held& stage, int begin, int end) {
      const double bytes = m_sizes.layers(how, begin, end) +
                           m_sizes.edges(how, begin == 0, end == m_tables.problem().graph->layer_count());
      for (const GpuId& from : *stage.gpus) {
        const Role& held = m_old.at(from);
        if (held.replica != std::min(wanted.replica, m_replicas - 1)) continue;
        double slice = held.slice(wanted);
        if (own != nullptr)
          slice -= std::max(
              0.0, std::min({held.to, wanted.to, own->to}) - std::max({held.from, wanted.from, own->from}));
        transfer(from, gpu, bytes * std::max(0.0, slice));
      }
    });
  }

  /// Fewer replicas share the state: each holds more of it, and gets that from those that held it before.
  void reshard() {
    const int before = shards_of(static_cast<int>(m_before.size()));
    const int after = shards_of(static_cast<int>(m_plan.pipelines.size()));
    if (m_running.zero_stage < 1 || before == after) return;
    const double state = cost::optimizer_state_bytes(m_tables.problem().job);
    for (std::size_t p = 0; p < m_plan.pipelines.size(); ++p)
      for (std::size_t j = 0; j < m_plan.pipelines[p].stages.size(); ++j) {
        const Stage& stage = m_plan.pipelines[p].stages[j];
        for (std::size_t rank = 0; rank < stage.gpus.size(); ++rank) {
          const Role held = new_role(p, j, rank);
          const int place = (static_cast<int>(p) * m_replicas + held.replica) % after;
          const double from = static_cast<double>(place) / after, to = static_cast<double>(place + 1) / after;
          const double kept = std::max(0.0, std::min(to, static_cast<double>(place + 1) / before) -
                                                std::max(from, static_cast<double>(place) / before));
          const Sizes whole(m_tables, m_running, 1);
          const double bytes = whole.layers(splitting(stage), held.begin, held.end) * (held.to - held.from) *
                               state / (kWeightBytes + state) * (to - from - kept);
          const std::vector<Held>& source = m_before[(p + 1) % m_before.size()];
          transfer(source[j % source.size()].gpus->front(), stage.gpus[rank], bytes);
        }
      }
  }

  double seconds() const {
    const int count = static_cast<int>(m_gpus.size());
    exchange::Traffic inside(count), network(count);
    std::vector<double> links, cards;
    const cost::Coefficients& k = cost::coefficients_of(m_tables.problem());
    for (const auto& [pair, bytes] : m_sent) {
      const GpuId &a = m_gpus[static_cast<std::size_t>(pair.first)],
                  &b = m_gpus[static_cast<std::size_t>(pair.second)];
      const bool near = a.pool == b.pool && a.node == b.node;
      (near ? inside : network).at(pair.first, pair.second) += bytes;
    }
    for (const GpuId& gpu : m_gpus) {
      const hardware::Pool& pool = m_marked.pools[static_cast<std::size_t>(gpu.pool)];
      const LaneStage state = m_health.of({gpu});
      links.push_back(cost::reached_inside(pool, k).bandwidth.value / state.slowness.links);
      cards.push_back(cost::reached_network(pool, k).bandwidth.value / state.slowness.network);
    }
    if (count == 0) return 0.0;
    return std::max(exchange::bound_seconds(inside, links), exchange::bound_seconds(network, cards));
  }

  const cost::Tables& m_tables;
  const hardware::Cluster& m_marked;
  std::vector<std::vector<Held>> m_before;  ///< by pipeline
  const strategy::Strategy& m_running;
  Plan& m_plan;
  Health m_health;
  int m_replicas;
  Sizes m_sizes;
  std::map<GpuId, Role> m_old;
  std::map<GpuId, int> m_index;
  std::vector<GpuId> m_gpus;
  std::map<std::pair<int, int>, double> m_sent;
  double m_bytes = 0.0;
};

}  // namespace

Moves find_moves(const cost::Tables& tables, const hardware::Cluster& marked,
                 const std::vector<Pipeline>& before, int replicas, const strategy::Strategy& running,
                 Plan& plan) {
  return Migration(tables, marked, before, replicas, running, plan).run();
}

Moves find_moves(const cost::Tables& tables, const hardware::Cluster& marked, const Layout& before,
                 const strategy::Strategy& running, Plan& plan) {
  return find_moves(tables, marked, pipelines_of(before, running), before.replicas_per_lane, running, plan);
}

}  // namespace astrolabe::replan
