#pragma once
// Links between pools and machines of a cluster that is being resolved, with its switches: parts of
// hardware::resolve().

#include <string>

#include "core/base/result.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/cluster.h"

namespace astrolabe::hardware {

/// Fills links[a][b] from `between_pools`; every pair of pools needs one.
Result<void> link_pools(const ClusterSpec& spec, Cluster& cluster);

/// A link without a latency of its own has that of the pools' link, or of the pool's network.
void link_machines(const ClusterSpec& spec, Cluster& cluster);

/// Whose machines draw nobody knows what, of that the switches are not charged either.
void share_switches(const ClusterSpec& spec, const Catalogue& catalogue, Cluster& cluster);

/// What was assumed of the links, and what looks wrong in them.
void tell_links(const ClusterSpec& spec, const Catalogue& catalogue, Cluster& cluster);

/// The fastest network of a node type of the catalogue, bytes a second.
double fastest_network(const Catalogue& catalogue);

// Figures as assumptions and warnings tell them.
std::string gb_per_s_text(double value);
std::string us_text(double value);
/// Why a rate is warned of: it is above the fastest known.
Reason above(double fastest);

}  // namespace astrolabe::hardware
