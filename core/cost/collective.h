#pragma once
// Communication between ranks: which link a group sees, and what a collective over it costs.

#include <cassert>

#include "core/base/units.h"
#include "core/hardware/cluster.h"
#include "core/hardware/link.h"

namespace astrolabe::cost {

/// A group of `size` ranks of one pool, `stride` GPUs apart (ranks fill nodes in the order tp, cp, ep, dp,
/// pp).
struct Group {
  int size = 1;
  int stride = 1;
};

/// True when the whole group lies inside one scale-up domain.
constexpr bool inside_domain(Group group, const hardware::Pool& pool) {
  return group.size * group.stride <= pool.scale_up_domain;
}

/// The link that the slowest member of a group sees. Inside the scale-up domain: one GPU's link. Beyond it:
/// the node's network shared by the groups that run side by side in the node, never faster than the GPU's own
/// link.
hardware::Link group_link(Group group, const hardware::Pool& pool);

/// One GPU's share of its node's network.
constexpr BytesPerSecond network_per_gpu(const hardware::Pool& pool) {
  return {pool.inter_node.bandwidth.value / pool.gpus_per_node};
}

/// Time of a ring all-gather or reduce-scatter of `message` over `ranks` equal ranks: (n - 1) (S / (n b) +
/// a). S message, whole tensor; b one-direction bandwidth of the slowest link; a its latency. ranks == 1
/// costs nothing. Precondition: ranks >= 1. Source: Patarasuk and Yuan, JPDC 2009 (bandwidth term); Thakur et
/// al., IJHPCA 2005 (latency term).
constexpr Seconds ring_gather(Bytes message, int ranks, hardware::Link link) {
  assert(ranks >= 1);
  if (ranks == 1) return {};
  return (message * (1.0 / ranks) / link.bandwidth + link.latency) * (ranks - 1.0);
}

/// All-reduce is a reduce-scatter followed by an all-gather: 2 (n - 1) (S / (n b) + a).
constexpr Seconds ring_all_reduce(Bytes message, int ranks, hardware::Link link) {
  return ring_gather(message, ranks, link) * 2.0;
}

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
