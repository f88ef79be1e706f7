#include "core/cost/collective.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/cost/constants.h"
#include "core/cost/kernel.h"
#include "core/cost/kernel_time.h"
#include "core/cost/transfer.h"
#include "core/exchange/traffic.h"

namespace astrolabe::cost {

int ranks_of_domain(Group group, const hardware::Pool& pool) {
  const int stride = std::max(group.stride, 1);
  if (straddles(group, pool)) return std::clamp(pool.gpus_of_node() / 2 / stride, 1, group.size - 1);
  return std::clamp(pool.scale_up_domain / stride, 1, group.size);
}

hardware::Link group_link(Group group, const hardware::Pool& pool) {
  if (group.size <= 1 || inside_domain(group, pool)) return pool.intra_node;
  // `stride` groups run side by side in a domain and share its network cards (a rack's domain holds those of
  // all its trays); what one member sends to the next domain its neighbours carry on over the fast link.
  const double cards = std::max(pool.scale_up_domain, pool.gpus_of_node());
  // Where groups do not divide the part of a node that is used (joined_gpus()), they reach out at both its
  // ends.
  const bool in_two_nodes = straddles(group, pool);
  const bool at_both_ends =
      in_two_nodes || (pool.scale_up_domain < pool.gpus_of_node() &&
                       std::int64_t{group.size} * group.stride % pool.gpus_of_node() != 0);
  const double side_by_side = std::min(at_both_ends ? 2.0 * group.stride : group.stride, cards);
  double of_group = cards / side_by_side;
  if (in_two_nodes) of_group = std::min(of_group, group.size - 1.0);
  const double network = network_per_gpu(pool).value * of_group;
  return {{std::min(pool.intra_node.bandwidth.value, network)}, pool.inter_node.latency};
}

const char* to_string(Collective collective) {
  switch (collective) {
    case Collective::all_gather:
      return "all_gather";
    case Collective::reduce_scatter:
      return "reduce_scatter";
    case Collective::all_reduce:
      return "all_reduce";
  }
  return "";
}

Ways::Ways(Collective collective, Group group, const hardware::Pool& pool, const Reach& reach) {
  if (group.size <= 1) return;
  const bool sums = collective == Collective::all_reduce;
  const double passes = sums ? 2.0 : 1.0;
  const double n = group.size;
  const double in_domain = ranks_of_domain(group, pool);
  const double domains = std::ceil(n / in_domain);
  const double link = reached(pool.intra_node, 1, reach.inside_share).bandwidth.value;
  const bool inside = inside_domain(group, pool);
  const double ring =
      inside ? link : reached(group_link(group, pool), 1, reach.network_share).bandwidth.value;
  const double in = reach.inside_step, out = reach.network_step;
  add({passes * (n - 1.0) / n / ring, passes * ((n - domains) * in + (domains - 1.0) * out),
       Algorithm::ring});
  if (inside) {
    // The switch adds or copies: two steps for any number of ranks.
    if (pool.intra_node.reduces)
      add({sums ? 1.0 / (constants::in_switch_share * link) : (n - 1.0) / n / link, 2.0 * in,
           Algorithm::in_switch});
    return;
  }
  if (!sums) return;
  const double depth = std::ceil(std::log2(domains));
  add({2.0 / (constants::tree_share * ring), 2.0 * ((in_domain - 1.0) * in + depth * out), Algorithm::tree});
  // Every GPU's own card carries its part of what its domain has added up.
  const double card =
      reached(pool.inter_node, pool.gpus_per_node, reach.network_share).bandwidth.value * in_domain;
  const double around = 2.0 * (in_domain - 1.0) / in_domain / link;
  if (in_domain > 1.0)
    add({around + 2.0 * (domains - 1.0) / domains / card,
         2.0 * ((in_domain - 1.0) * in + (domains - 1.0) * out), Algorithm::hierarchical});
  if (pool.inter_node.reduces)
    add({around + 1.0 / (constants::in_network_share * card), 2.0 * (in_domain - 1.0) * in + out,
         Algorithm::in_switch});
}

const Way& Ways::shortest(double bytes, double calls) const {
  return *std::min_element(m_ways.begin(), m_ways.begin() + m_count, [&](const Way& a, const Way& b) {
    return a.seconds_per_byte * bytes + a.latency * calls < b.seconds_per_byte * bytes + b.latency * calls;
  });
}

double Ways::seconds(double bytes, double calls) const {
  if (empty()) return 0.0;
  const Way& way = shortest(bytes, calls);
  return way.seconds_per_byte * bytes + way.latency * calls;
}

double Ways::least_per_byte() const {
  double least = empty() ? 0.0 : m_ways[0].seconds_per_byte;
  for (std::size_t i = 1; i < m_count; ++i) least = std::min(least, m_ways[i].seconds_per_byte);
  return least;
}

/// None is shorter than the first of the others, the ring, for whatever bytes and calls.
void Ways::no_sooner_than(const Ways& others) {
  if (others.empty()) return;
  const Way& ring = others.m_ways[0];
  for (std::size_t i = 0; i < m_count; ++i) {
    m_ways[i].seconds_per_byte = std::max(m_ways[i].seconds_per_byte, ring.seconds_per_byte);
    m_ways[i].latency = std::max(m_ways[i].latency, ring.latency);
  }
}

std::optional<double> tabled_seconds(const Device& device, const char* op, double bytes, Group group,
                                     const hardware::Pool& pool) {
  if (device.table_link <= 0.0 || group.size <= 1 || !inside_domain(group, pool)) return std::nullopt;
  const CollectiveModel* model = device.tables->find_collective(op, group.size);
  if (model == nullptr) return std::nullopt;
  return collective_model_seconds(*model, bytes) * device.table_link / pool.intra_node.bandwidth.value;
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
  const exchange::EvenExchange most =
      exchange::even_exchange(message.value, group.size, ranks_of_domain(group, pool));
  const double outside = most.outside * network_copies;
  double seconds = transfer_seconds(most.inside, reached(pool.intra_node, 1, share));
  if (outside > 0.0)
    seconds += transfer_seconds(outside, reached(pool.inter_node, pool.gpus_per_node, share));
  return {seconds};
}

}  // namespace astrolabe::cost
