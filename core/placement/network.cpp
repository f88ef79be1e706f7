#include "core/placement/network.h"

#include <algorithm>

#include "core/base/error_codes.h"
#include "core/placement/rates.h"

namespace astrolabe::placement {

namespace {

constexpr double kActivationBytes = 2.0;  ///< of an element
constexpr double kTokenBytes = 4.0;
constexpr double kNoLimit = 1e15;  ///< tokens/s of a machine whose network nobody states, which needs none

void add_machines(const hardware::Cluster& cluster, Network& network) {
  for (std::size_t pool = 0; pool < cluster.pools.size(); ++pool) {
    const hardware::Pool& of = cluster.pools[pool];
    const int machines = std::min(of.nodes, of.max_gpus / std::max(1, of.gpus_of_node()));
    for (int index = 0; index < machines; ++index) {
      const int type = static_cast<int>(pool);
      network.machines.push_back({{type, index}, type, of.id + "/" + std::to_string(index)});
      const double bytes = of.inter_node.bandwidth.value;
      network.door_rate.push_back(bytes > 0.0 ? bytes / kTokenBytes : kNoLimit);
    }
  }
}

void add_links(const hardware::Cluster& cluster, double activation, Network& network) {
  const std::size_t count = network.machines.size();
  network.link_rate.assign(count * count, 0.0);
  network.hop_seconds.assign(count * count, 0.0);
  const auto set = [&](std::size_t from, std::size_t to, const hardware::Link& link) {
    const double bytes = link.bandwidth.value;
    network.link_rate[from * count + to] = bytes / activation;
    network.hop_seconds[from * count + to] = link.latency.value + (bytes > 0.0 ? activation / bytes : 0.0);
  };
  for (std::size_t from = 0; from < count; ++from)
    for (std::size_t to = 0; to < count; ++to) {
      if (from == to) continue;
      const auto a = static_cast<std::size_t>(network.machines[from].type);
      const auto b = static_cast<std::size_t>(network.machines[to].type);
      set(from, to, a == b ? cluster.pools[a].inter_node : cluster.between(a, b));
    }
  const auto place = [&](const hardware::MachineId& id) {
    const auto found = std::find_if(network.machines.begin(), network.machines.end(),
                                    [&](const Machine& machine) { return machine.id == id; });
    return static_cast<std::size_t>(found - network.machines.begin());
  };
  for (const hardware::MachineLink& link : cluster.machine_links) {
    const std::size_t a = place(link.a), b = place(link.b);
    if (a == count || b == count) continue;  // one that the plan may not use
    set(a, b, link.link);
    set(b, a, link.link);
  }
}

}  // namespace

Result<Network> make_network(const hardware::Cluster& cluster, const model::Architecture& architecture,
                             const serving::ServeJob& job) {
  Network network;
  network.layers = static_cast<int>(architecture.layers.size());
  for (const hardware::Pool& pool : cluster.pools)
    network.types.push_back(
        {pool.id, pool.layer_throughput, least_steps(pool, architecture, job, pool.layer_throughput), false});
  if (const auto done = predict_tables(cluster, architecture, job, network.types); !done)
    return tl::unexpected<Error>(done.error());
  add_machines(cluster, network);
  if (network.size() > kMostMachines)
    return fail(code::out_of_range, "pools", std::to_string(network.size()) + " machines",
                {Wanted::Kind::between, {"1", std::to_string(kMostMachines)}});
  add_links(cluster, kActivationBytes * architecture.hidden, network);
  const serving::Traffic& traffic = job.traffic;
  const double of_a_request = traffic.input.mean + traffic.output.mean;
  network.demand.output_share = of_a_request > 0.0 ? traffic.output.mean / of_a_request : 0.0;
  if (traffic.kind == serving::Traffic::Kind::rate)
    network.demand.tokens_per_second = traffic.requests_per_second * of_a_request;
  else if (traffic.kind != serving::Traffic::Kind::offline)
    network.demand.users = traffic.concurrency;
  return network;
}

}  // namespace astrolabe::placement
