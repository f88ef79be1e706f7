#include "core/cost/collective.h"

#include <algorithm>
#include <cmath>

namespace astrolabe::cost {

hardware::Link group_link(Group group, const hardware::Pool& pool) {
  if (group.size <= 1 || inside_domain(group, pool)) return pool.intra_node;
  // `stride` groups run side by side in a domain and share its network cards (a rack's domain holds those of
  // all its trays); what one member sends to the next domain its neighbours carry on over the fast link.
  const double cards = std::max(pool.scale_up_domain, pool.gpus_per_node);
  const double side_by_side = std::min<double>(group.stride, cards);
  const double network = network_per_gpu(pool).value * cards / side_by_side;
  return {{std::min(pool.intra_node.bandwidth.value, network)}, pool.inter_node.latency};
}

double deduplicated_share(int top_k, double nodes, double group_limit) {
  if (nodes <= 1.0 || top_k <= 0) return 1.0;
  const double remote = 1.0 - 1.0 / nodes;
  double distinct = (nodes - 1.0) * (1.0 - std::pow(remote, top_k));
  if (group_limit > 0.0) distinct = std::min(distinct, group_limit * remote);
  return std::min(1.0, distinct / (top_k * remote));
}

Seconds all_to_all(Bytes message, Group group, const hardware::Pool& pool, double network_copies,
                   double share) {
  if (group.size <= 1) return {};
  const int in_domain = std::clamp(pool.scale_up_domain / std::max(group.stride, 1), 1, group.size);
  const double inside = message.value * (in_domain - 1.0) / group.size;
  const double outside = message.value * (group.size - in_domain) / group.size * network_copies;
  double seconds = inside / (pool.intra_node.bandwidth.value * share) + pool.intra_node.latency.value;
  if (outside > 0.0)
    seconds += outside / (network_per_gpu(pool).value * share) + pool.inter_node.latency.value;
  return {seconds};
}

}  // namespace astrolabe::cost
