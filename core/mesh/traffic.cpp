#include "core/mesh/traffic.h"

#include <algorithm>
#include <cmath>

#include "core/cost/constants.h"
#include "core/cost/routes.h"
#include "core/cost/tail.h"
#include "core/cost/transfer.h"

namespace astrolabe::mesh {

Replicas replicas_of(const std::vector<const Layout*>& layouts) {
  Replicas all{0.0, 0.0};
  for (const Layout* layout : layouts) {
    all.dense += layout->dense_replicas();
    all.expert += layout->expert_replicas();
  }
  return all;
}

RingTime ring_time(const RingInput& in, double network, double link, int gpus_per_node, double latency) {
  const double r = in.replicas;
  RingTime time;
  if (r <= 1.0 || in.parameters <= 0.0) return time;
  const double bytes = in.parameters * in.bytes;
  const double calls = std::ceil(in.parameters / cost::bucket_over(r));
  const double side_by_side = std::min(in.stride, gpus_per_node);
  time.ring = (r - 1.0) / r * bytes / std::min(network / side_by_side, link) + calls * (r - 1.0) * latency;
  time.hierarchy = time.ring;
  const double inside = std::min<double>(r, gpus_per_node / in.stride);
  if (inside <= 1.0) return time;
  const double nodes = std::ceil(r / inside);
  const double between = (nodes - 1.0) / nodes * bytes * side_by_side / network;
  const double within = (inside - 1.0) / inside * bytes / link;
  time.hierarchy = std::min(time.ring, between + within + calls * (nodes + inside - 2.0) * latency);
  return time;
}

namespace {

/// The part of one kind of parameters in reduction or gathering.
class Rings {
 public:
  Rings(Scene& scene, int pool, double replicas, int stride)
      : m_scene(scene), m_pool(scene.met(pool)), m_at(pool), m_replicas(replicas), m_stride(stride) {}

  RingTime seconds(cost::Collective collective, double parameters, double bytes) const {
    if (m_replicas <= 1.0 || parameters <= 0.0) return {};
    const cost::Coefficients& k = cost::coefficients_of(m_scene.problem());
    const cost::Group group{static_cast<int>(m_replicas), m_stride};
    if (m_scene.pools_used() == 1 && cost::inside_domain(group, m_pool)) {
      const double inside = cost::route_of(collective, bytes, group, m_pool, m_scene.tables().device(m_at), k)
                                .seconds(parameters, bytes);
      return {inside, inside};
    }
    const int cards = std::max(m_pool.scale_up_domain, m_pool.gpus_of_node());
    const double network = m_pool.inter_node.bandwidth.value / m_pool.gpus_per_node * cards * k.network_share;
    // A ring between nodes reaches of a GPU's own link what traffic between nodes does, as group_link().
    const double link = m_pool.intra_node.bandwidth.value;
    RingInput in{parameters, bytes, m_replicas, m_stride};
    const RingTime ring =
        ring_time(in, network, link * k.network_share, cards, cost::constants::ring_step_seconds);
    const RingTime hierarchy =
        ring_time(in, network, link * k.tensor_share, cards, cost::constants::ring_step_seconds);
    return {ring.ring, std::min(ring.ring, hierarchy.hierarchy)};
  }

 private:
  Scene& m_scene;
  const hardware::Pool& m_pool;
  int m_at;
  double m_replicas;
  int m_stride;
};

}  // namespace

NodeTraffic node_traffic(Scene& scene, const LayoutTable& table, const Replicas& replicas, bool hierarchies) {
  const Layout& layout = table.layout();
  const cost::StackTraits& stack = scene.tables().stack(layout.pool);
  const Rings dense(scene, layout.pool, replicas.dense, layout.tensor_parallel);
  const Rings expert(scene, layout.pool, replicas.expert,
                     layout.expert_parallel * layout.expert_tensor_parallel);
  NodeTraffic most;
  for (const StageTable& stage : table.stages()) {
    const auto add = [&](cost::Collective collective, double bytes, double& all, double& of_experts) {
      const RingTime a = dense.seconds(collective, stage.dense, bytes);
      const RingTime b = expert.seconds(collective, stage.expert, bytes);
      if (hierarchies && a.hierarchy < a.ring) most.hierarchical = true;
      if (hierarchies && b.hierarchy < b.ring) most.expert_hierarchical = true;
      const double experts = hierarchies ? b.hierarchy : b.ring;
      const double both = (hierarchies ? a.hierarchy : a.ring) + experts;
      if (both <= all) return;
      all = both;
      of_experts = experts;
    };
    add(cost::Collective::reduce_scatter, stack.gradient_bytes, most.reduce, most.expert_reduce);
    add(cost::Collective::all_gather, stack.gathered_bytes, most.gather, most.expert_gather);
  }
  return most;
}

double window_of(Scene& scene, const Layout& layout, const Times& times) {
  const double passes = layout.virtual_pipeline > 1 ? layout.pipeline_parallel : 1.0;
  return cost::constants::data_window * passes * times.stage / scene.stragglers();
}

double optimizer_seconds(Scene& scene, const LayoutTable& table, const Replicas& replicas) {
  const Layout& layout = table.layout();
  const strategy::Problem& problem = scene.problem();
  static const cost::TailRoutes nowhere;
  cost::TailInput in{problem.job, cost::coefficients_of(problem), scene.tables().stack(layout.pool),
                     scene.tables().device(layout.pool), nowhere};
  in.zero_stage = 1;
  double most = 0.0;
  for (const StageTable& stage : table.stages()) {
    cost::StageContent content;
    content.dense_parameters = stage.dense;
    content.expert_parameters = stage.expert;
    content.dense_ranks = content.dense_shards = static_cast<int>(std::max(1.0, replicas.dense));
    content.expert_ranks = content.expert_shards = static_cast<int>(std::max(1.0, replicas.expert));
    content.zero_stage = 1;
    most = std::max(most, cost::tail_of(in, content, 0.0).optimizer);
  }
  return most;
}

double hidden_of(Scene& scene, int pool, double traffic, double window) {
  return std::min(scene.tables().stack(pool).data_overlap * traffic, window);
}

double moved_traffic(Scene& scene, const StatePlacement& placed, const std::vector<int>& pools,
                     const std::vector<int>& gpus) {
  const strategy::Problem& problem = scene.problem();
  const cost::Coefficients& k = cost::coefficients_of(problem);
  double seconds = 0.0;
  for (const Move& move : placed.moves) {
    const auto nodes = [&](int holder) {
      const auto at = static_cast<std::size_t>(holder);
      const int of_node = problem.cluster.pools[static_cast<std::size_t>(pools[at])].gpus_of_node();
      return std::max(1.0, std::ceil(static_cast<double>(gpus[at]) / of_node));
    };
    const int from = pools[static_cast<std::size_t>(move.from)];
    const int to = pools[static_cast<std::size_t>(move.to)];
    const auto meets = [&](std::size_t pool) { return static_cast<int>(pool) == to; };
    double network =
        cost::slowest_way(problem.cluster, static_cast<std::size_t>(from), meets).bandwidth.value;
    if (from != to)
      network =
          std::min({network, problem.cluster.pools[static_cast<std::size_t>(from)].inter_node.bandwidth.value,
                    problem.cluster.pools[static_cast<std::size_t>(to)].inter_node.bandwidth.value});
    const cost::StackTraits& stack = scene.tables().stack(from);
    const MovedTraffic traffic{cost::optimizer_state_bytes(problem.job), stack.gradient_bytes,
                               stack.gathered_bytes};
    seconds += moved_seconds(move.bytes, traffic, std::min(nodes(move.from), nodes(move.to)),
                             network * k.network_share);
  }
  return seconds;
}

}  // namespace astrolabe::mesh
