#pragma once
// How fast one GPU reaches another, and what a message between them takes.

#include <algorithm>
#include <cstddef>

#include "core/base/units.h"
#include "core/cost/coefficients.h"
#include "core/hardware/cluster.h"

namespace astrolabe::cost {

/// What one of `sharers` GPUs that use a connection at once gets of it, where traffic reaches `share` of its
/// rate: bytes a second one way, and seconds of one message.
constexpr hardware::Link reached(const hardware::Link& link, int sharers, double share) {
  return {{link.bandwidth.value / sharers * share}, link.latency, link.reduces};
}

/// One GPU to its peers in the scale-up domain.
inline hardware::Link reached_inside(const hardware::Pool& pool, const Coefficients& k) {
  return reached(pool.intra_node, 1, k.tensor_share);
}

/// One GPU to other nodes of its pool: all GPUs of a node share its network.
inline hardware::Link reached_network(const hardware::Pool& pool, const Coefficients& k) {
  return reached(pool.inter_node, pool.gpus_per_node, k.network_share);
}

/// One GPU to one of another pool: those of the node that has more of them share the link.
inline hardware::Link reached_between(const hardware::Cluster& cluster, int a, int b, const Coefficients& k) {
  const auto from = static_cast<std::size_t>(a), to = static_cast<std::size_t>(b);
  return reached(cluster.between(from, to),
                 std::max(cluster.pools[from].gpus_per_node, cluster.pools[to].gpus_per_node),
                 k.network_share);
}

/// Seconds in which `side_by_side` GPUs pass on `bytes` together, each over a connection like `of_gpu`.
constexpr double transfer_seconds(double bytes, const hardware::Link& of_gpu, double side_by_side = 1.0) {
  return bytes / (of_gpu.bandwidth.value * side_by_side) + of_gpu.latency.value;
}

/// The connection of a whole node of pool `from` that sets the pace of what it exchanges with the nodes of
/// all pools `to` for which `meets(to)`, its own pool among them: the least rate and the longest latency.
/// None: a rate of kBeyond.
template <class Meets>
hardware::Link slowest_way(const hardware::Cluster& cluster, std::size_t from, const Meets& meets) {
  hardware::Link slowest{{kBeyond}, {}};
  for (std::size_t to = 0; to < cluster.pools.size(); ++to) {
    if (!meets(to)) continue;
    const hardware::Link way = to == from ? cluster.pools[from].inter_node : cluster.between(from, to);
    slowest.bandwidth = std::min(slowest.bandwidth, way.bandwidth);
    slowest.latency = std::max(slowest.latency, way.latency);
  }
  return slowest;
}

}  // namespace astrolabe::cost
