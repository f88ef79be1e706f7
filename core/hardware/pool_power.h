#pragma once
// What the machines of a pool draw at full load: one rule for tiles, totals and the search.

#include <optional>

#include "core/hardware/catalogue.h"
#include "core/hardware/cluster.h"

namespace astrolabe::hardware {

/// The power of a machine by GPU, and where the figure is from.
struct PoolPower {
  Watts per_gpu;           ///< its share of the whole machine
  bool estimated = false;  ///< of no machine of this kind: made from the GPUs
  Reason why;              ///< where it is estimated
  bool operator==(const PoolPower&) const = default;
};

/// A machine of the pool: what the pool states, else the published maximum of its node. Where neither is
/// known it is estimated: by GPU as much as a published machine with the same GPUs, else the GPUs' own power
/// times what published machines draw for each watt of their GPUs, the median of those whose GPUs have the
/// same form, or of all. A power limit of the GPUs takes away what they draw less. Empty: nothing is known of
/// the GPU.
std::optional<PoolPower> pool_power(const PoolSpec& pool, const Catalogue& catalogue);

/// A node's share of the switches between the nodes of a cluster, by its network: two tiers without
/// oversubscription. Nothing where the cluster is one node, or no network of the node is stated or published.
/// Source: NVIDIA DGX SuperPOD B200 reference architecture (48 Quantum-2 switches for 128 nodes of 400 GB/s),
/// each switch of up to 1.72 kW with active cables, as the QM9700 is said to draw: no page of NVIDIA's with
/// that figure has been read yet.
Watts switch_power(const PoolSpec& pool, const ClusterSpec& cluster, const Catalogue& catalogue);

}  // namespace astrolabe::hardware
