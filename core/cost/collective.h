#pragma once
// Communication between ranks: which link a group sees, and what a collective over it costs.

#include <array>
#include <cstdint>
#include <optional>

#include "core/base/units.h"
#include "core/hardware/cluster.h"
#include "core/hardware/link.h"

namespace astrolabe::cost {

struct Device;

/// A group of `size` ranks of one pool, `stride` GPUs apart (ranks fill nodes in the order tp, cp, ep, dp,
/// pp).
struct Group {
  int size = 1;
  int stride = 1;
  bool several_nodes = false;  ///< the ranks of all such groups fill more than one node
};

/// True when some of such groups lie in two nodes although one node could hold each: so many neighbours do
/// not divide a node, and ranks fill one node behind the other. Of racks that join several nodes it is not
/// asked: they need not be filled whole.
inline bool straddles(Group group, const hardware::Pool& pool) {
  const int node = pool.gpus_of_node();
  const std::int64_t neighbours = std::int64_t{group.size} * group.stride;
  return group.several_nodes && group.size > 1 && pool.scale_up_domain <= node &&
         neighbours <= pool.scale_up_domain && node % neighbours != 0;
}

/// True when the whole group lies inside one scale-up domain.
inline bool inside_domain(Group group, const hardware::Pool& pool) {
  return std::int64_t{group.size} * group.stride <= pool.scale_up_domain && !straddles(group, pool);
}

/// Ranks of a group that one domain holds; of one that straddles as many as half a node, and not all of them.
int ranks_of_domain(Group group, const hardware::Pool& pool);

/// The link that the slowest member of a group sees. Inside the scale-up domain: one GPU's link. Beyond it:
/// the node's network shared by the groups that run side by side in the node, never faster than the GPU's own
/// link. Groups that straddle reach out at both ends of a node, none over more network cards than it has
/// ranks in the other node at most.
hardware::Link group_link(Group group, const hardware::Pool& pool);

/// One GPU's share of its node's network.
constexpr BytesPerSecond network_per_gpu(const hardware::Pool& pool) {
  return {pool.inter_node.bandwidth.value / pool.gpus_per_node};
}

/// What a collective leaves on the ranks of its group.
enum class Collective { all_gather, reduce_scatter, all_reduce };
const char* to_string(Collective collective);

/// How it is done. Hierarchical: scattered inside each domain, summed between domains by every GPU's own
/// network card, gathered inside (NCCL's NVLSTree and CollNet without a switch that adds). In the switch:
/// NVLS inside a domain, CollNet between domains.
enum class Algorithm : std::uint8_t { ring, tree, hierarchical, in_switch, measured };

/// What traffic reaches of links and network, and seconds that a step between two ranks takes to start.
struct Reach {
  double inside_share = 1.0, network_share = 1.0;
  double inside_step = 0.0, network_step = 0.0;
};

/// One algorithm on one group: bytes of the whole tensor x seconds_per_byte + latency.
struct Way {
  double seconds_per_byte = 0.0, latency = 0.0;
  Algorithm algorithm = Algorithm::ring;
};

/// The algorithms that NCCL has for a collective on a group, of which it takes the shortest: rings for
/// everything, trees and hierarchies for sums, switches that add where links have them. No rank or one: none.
/// Seconds never fall with bytes, slower links or longer steps, because those of no algorithm do.
/// A ring of n ranks takes (n - 1) (S / (n b) + a), twice that to all-reduce: S the whole tensor, b what the
/// slowest link carries one way, a a step. Sources: Patarasuk and Yuan, JPDC 2009 (bandwidth of rings);
/// Thakur et al., IJHPCA 2005 (their latency); NVIDIA/nccl src/graph/tuning.cc (bandwidths and latencies of
/// rings, trees and CollNet).
class Ways {
 public:
  Ways() = default;
  Ways(Collective collective, Group group, const hardware::Pool& pool, const Reach& reach);
  /// The one that a measured table shows, at its pace for long messages.
  explicit Ways(double seconds_per_byte) { add({seconds_per_byte, 0.0, Algorithm::measured}); }

  bool empty() const { return m_count == 0; }
  /// The shortest for `calls` collectives of `bytes` together. Precondition: not empty.
  const Way& shortest(double bytes, double calls = 1.0) const;
  /// Seconds of it; 0 when empty.
  double seconds(double bytes, double calls = 1.0) const;
  double least_per_byte() const;  ///< seconds() / bytes is never below
  /// Makes none of them shorter than the shortest of `others` in bytes, nor in what starting takes.
  void no_sooner_than(const Ways& others);

 private:
  void add(const Way& way) { m_ways[m_count++] = way; }

  std::array<Way, 4> m_ways{};
  std::uint8_t m_count = 0;
};

/// Seconds of a collective inside one domain by the measured table of the GPU type or its sibling, at the
/// rate that this pool's links have against those it was measured on; nothing where no table of `op`
/// ("all_to_all" or to_string(Collective)) has as many ranks or the group leaves the domain. `bytes`: the
/// whole tensor, of an all-to-all what a rank holds. Tables are of collectives alone; a step's reach less.
std::optional<double> tabled_seconds(const Device& device, const char* op, double bytes, Group group,
                                     const hardware::Pool& pool);

/// All-to-all in which each of `group.size` ranks holds `message` and keeps 1/n of it: the rest goes to ranks
/// inside the domain by link and outside by network. `network_copies` scales the network's part when a token
/// that several remote ranks of one node want is sent there only once. `share` of link and network is
/// reached.
Seconds all_to_all(Bytes message, Group group, const hardware::Pool& pool, double network_copies,
                   double share);

/// Share of the (token, expert) copies that leave the node when each remote node receives a token once: the
/// expected number of distinct remote nodes over the expected number of remote copies. `nodes` >= 1;
/// `group_limit` 0 for none.
double deduplicated_share(int top_k, double nodes, double group_limit);

}  // namespace astrolabe::cost
