#pragma once
// Gradients and weights between the groups at the end of a step.

#include <vector>

#include "core/mesh/state.h"
#include "core/mesh/tables.h"

namespace astrolabe::mesh {

/// Ranks of all pools that hold the same finest common slice of a dense layer, and of experts. Groups that
/// cut differently take part in rings of the finer cut, so their replicas add up.
struct Replicas {
  double dense = 1.0, expert = 1.0;
};
Replicas replicas_of(const std::vector<const Layout*>& layouts);

/// Seconds of the slowest node of one layout, nothing hidden, before factors.
struct NodeTraffic {
  double reduce = 0.0, gather = 0.0;
  bool hierarchical = false;  ///< of dense layers: in the node first, then between nodes
  double expert_reduce = 0.0, expert_gather = 0.0;  ///< of these, those of experts
  bool expert_hierarchical = false;
};

/// Bytes of a parameter that a rank holds, over `replicas` ranks `stride` GPUs apart: a ring over all of
/// them, at the pace of the slower of the network and the links; where several replicas lie in a node also
/// reduce-scatter inside, a ring between nodes of every GPU's own part, gather inside.
struct RingInput {
  double parameters = 0.0, bytes = 4.0, replicas = 1.0;
  int stride = 1;
};
struct RingTime {
  double ring = 0.0;
  double hierarchy = 0.0;  ///< equal where there is none
};
/// `network`: bytes a second of a node one way, `link` of a GPU to its neighbours; both as reached.
/// `latency`: of a step, for each of `calls`.
RingTime ring_time(const RingInput& in, double network, double link, int gpus_per_node, double latency);

/// With `hierarchies` false rings alone, as the software of strategies has them.
NodeTraffic node_traffic(Scene& scene, const LayoutTable& table, const Replicas& replicas,
                         bool hierarchies = true);

/// The end of a step, seconds before factors but for the total.
struct StepTail {
  double reduce = 0.0, gather = 0.0, moved = 0.0;
  double hidden = 0.0;  ///< of these
  double optimizer = 0.0, host = 0.0;
  double factor = 1.0;
  double exposed() const { return (reduce + gather + moved - hidden) * factor; }
  double total() const { return exposed() + (optimizer + host) * factor; }
};

/// Seconds of work that may hide traffic: of the shortest micro-batch of any layout, as a bucket is ready
/// when the slowest group has it; interleaved of as many as it has stages. Before factors.
double window_of(Scene& scene, const Layout& layout, const Times& times);

/// Optimizer of the stage that owns most, and what the host adds, before factors. `replicas` as above.
double optimizer_seconds(Scene& scene, const LayoutTable& table, const Replicas& replicas);

/// Traffic as hidden as the window and the software of `pool` allow.
double hidden_of(Scene& scene, int pool, double traffic, double window);

/// Seconds of moved state: `stage_pool` and `stage_gpus` of each holder. Before factors.
double moved_traffic(Scene& scene, const StatePlacement& placed, const std::vector<int>& pools,
                     const std::vector<int>& gpus);

}  // namespace astrolabe::mesh
