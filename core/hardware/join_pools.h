#pragma once
// Equal nodes that were written as several pools: for a search they are one, however they are drawn.

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/hardware/cluster.h"

namespace astrolabe::hardware {

/// Whether all that is asked of two pools is equal but their names, numbers of nodes and what of these is
/// slow, failed or spare.
bool same_nodes(PoolSpec one, const PoolSpec& other);
/// Puts the nodes of `part` behind those of `whole`: places of marks count on, spares add up.
void join_nodes(PoolSpec& whole, const PoolSpec& part);

/// For each pool of `cluster`, resolved from `spec`, the place of the first pool that is equal to it; its own
/// where there is none. Pools are equal when everything but their names and numbers of nodes is, when the
/// link between them is as fast and as quick as their own network, and when they have the same links to all
/// others. A limit of `choose` may only leave out whole nodes, and not all of a pool. Pools whose fast domain
/// holds several nodes (racks of trays) stay apart unless each fills its domains: joined, they would share
/// one.
std::vector<std::size_t> equal_pools(const ClusterSpec& spec, const Cluster& cluster);

/// `spec` with equal pools joined into one; `first` is what equal_pools() returned. Their limits add up.
ClusterSpec join_pools(const ClusterSpec& spec, const Cluster& cluster,
                       const std::vector<std::size_t>& first);

/// Said among the assumptions of a cluster: pool `part` was joined to pool `whole`.
Assumption part_of(const std::string& part, const std::string& whole);
/// The pools that were joined, by id, each with the id of the pool that it became part of.
std::map<std::string, std::string> joined_pools(const Cluster& cluster);
/// A strategy in JSON that may name pools by what they were called before they were joined, with their names
/// now.
Json with_joined_pools(Json strategy, const Cluster& cluster);

}  // namespace astrolabe::hardware
