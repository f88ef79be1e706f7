#pragma once
// The unit in which a pool is rented or bought: parts of a node, nodes, whole racks.

#include "core/hardware/catalogue.h"
#include "core/hardware/cluster.h"

namespace astrolabe::hardware {

/// A GPU type with so large a domain (GB200, GB300 NVL72) is only sold as a rack that joins all its trays.
inline constexpr int kRackScaleDomain = 64;

/// GPUs of the rack that nodes of this type stand in, where one fast link joins several of them (72 of the
/// trays of an NVL72); 0 where that is no number of whole nodes, or one.
int gpus_of_rack(const NodeType& node);
/// GPUs of the rack that the nodes of a pool stand in: as its node type says, without one as its GPU type
/// does where that is sold as a rack; 0 as above.
int gpus_of_rack(const PoolSpec& pool, const Catalogue& catalogue);

/// Nodes of one unit in which the pool is rented or bought: 1 where that is a node or a part of one.
int nodes_at_once(const PoolSpec& pool, const Catalogue& catalogue);
/// Nodes of one unit of a resolved pool, without a look into the catalogue.
int nodes_at_once(const Pool& pool);
/// The least number of nodes that is at least `nodes` and a number of whole units of the pool.
int whole_nodes(int nodes, const PoolSpec& pool, const Catalogue& catalogue);

}  // namespace astrolabe::hardware
