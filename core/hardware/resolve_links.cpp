#include "core/hardware/resolve_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/hardware/pool_power.h"

namespace astrolabe::hardware {

namespace {

constexpr int kDigitsOfPower = 4;

/// Places of pools by their ids.
std::unordered_map<std::string_view, std::size_t> pool_places(const ClusterSpec& spec) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < spec.pools.size(); ++i) places.emplace(spec.pools[i].id, i);
  return places;
}

}  // namespace

std::string gb_per_s_text(double value) { return fmt::format("{} GB/s", format_number(value)); }
std::string us_text(double value) { return fmt::format("{} us", format_number(value)); }

Reason above(double fastest) { return {Reason::Kind::above_fastest, {gb_per_s_text(fastest / kGb)}}; }

double fastest_network(const Catalogue& catalogue) {
  double most = 0.0;
  for (const NodeType& node : catalogue.nodes())
    most = std::max(most, node.network.value_or(BytesPerSecond{}).value);
  return most;
}

Result<void> link_pools(const ClusterSpec& spec, Cluster& cluster) {
  const std::size_t count = cluster.pools.size();
  cluster.links.assign(count, std::vector<Link>(count));
  const auto places = pool_places(spec);
  for (const BetweenPools& between : spec.between_pools) {
    const std::size_t a = places.at(between.a);
    const std::size_t b = places.at(between.b);
    Link link{gb_per_s(between.gb_per_s), {}};
    link.latency = between.latency_us
                       ? microseconds(*between.latency_us)
                       : std::max(cluster.pools[a].inter_node.latency, cluster.pools[b].inter_node.latency);
    cluster.links[a][b] = cluster.links[b][a] = link;
  }
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a + 1; b < count; ++b)
      if (cluster.links[a][b].bandwidth.value <= 0.0) {
        const std::string& first = cluster.pools[a].id;
        const std::string& second = cluster.pools[b].id;
        return fail(code::missing_link, "between_pools",
                    fmt::format("no link between {} and {}", first, second),
                    {Wanted::Kind::link_between, {first, second}});
      }
  return {};
}

void link_machines(const ClusterSpec& spec, Cluster& cluster) {
  for (const MachineLinkSpec& one : spec.machine_links) {
    const MachineId a = machine_named(one.a, spec), b = machine_named(one.b, spec);
    const auto pool = [](const MachineId& machine) { return static_cast<std::size_t>(machine.pool); };
    const Seconds usual = a.pool == b.pool ? cluster.pools[pool(a)].inter_node.latency
                                           : cluster.links[pool(a)][pool(b)].latency;
    cluster.machine_links.push_back(
        {a, b, {gb_per_s(one.gb_per_s), one.latency_us ? microseconds(*one.latency_us) : usual}});
  }
}

void share_switches(const ClusterSpec& spec, const Catalogue& catalogue, Cluster& cluster) {
  for (std::size_t i = 0; i < cluster.pools.size(); ++i) {
    Pool& pool = cluster.pools[i];
    const Watts of_node = switch_power(spec.pools[i], spec, catalogue);
    if (!pool.gpu_power || of_node == Watts{}) continue;
    pool.network_power = of_node / pool.gpus_per_node;
    cluster.assumptions.push_back(
        {fmt::format("pools[{}].network_kw_per_node", pool.id),
         fmt::format("{} kW", format_number(of_node.value / 1000.0, kDigitsOfPower)),
         {Reason::Kind::power_of_switches, {}}});
  }
}

void tell_links(const ClusterSpec& spec, const Catalogue& catalogue, Cluster& cluster) {
  const auto places = pool_places(spec);
  const double fastest = fastest_network(catalogue);
  for (const BetweenPools& between : spec.between_pools) {
    const Link& link = cluster.links[places.at(between.a)][places.at(between.b)];
    const auto name = [&](const char* key) {
      return fmt::format("between_pools[{}, {}].{}", between.a, between.b, key);
    };
    if (!between.latency_us)
      cluster.assumptions.push_back(
          {name("latency_us"), us_text(link.latency.value * 1e6), {Reason::Kind::slower_network, {}}});
    if (link.bandwidth.value > fastest)
      cluster.warnings.push_back({name("gb_per_s"), gb_per_s_text(between.gb_per_s), above(fastest)});
  }
}

}  // namespace astrolabe::hardware
