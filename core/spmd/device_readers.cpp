// Devices from a profile of the HAP paper's form and from a cluster of the catalogue.

#include <algorithm>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/cost/transfer.h"
#include "core/spmd/devices.h"

namespace astrolabe::spmd {

namespace {

constexpr std::int64_t kMostDevices = 4096;
constexpr std::size_t kLongestName = 200;  // bytes: each device bears it
/// Grouped over padded bandwidth: 549.8 / 815.4 and 1823 / 2912 MB/s for all-gather, 512.4 / 876.5 and
/// 2032 / 2698 for reduce-scatter; mean of each pair. Source: profiles P1 and P2 of the HAP authors.
constexpr double kGroupedGather = 0.65, kGroupedScatter = 0.67;

/// What sets the pace of a collective over all GPUs: seconds per byte of the whole tensor, inside nodes and
/// between them, and seconds of latency.
struct Pace {
  double gather = 0.0, exchange = 0.0, latency = 0.0;
};

Pace pace_of(const hardware::Cluster& cluster, const cost::Coefficients& k) {
  const double n = cluster.gpus();
  Pace pace;
  double inside_latency = 0.0, between_latency = 0.0, nodes = 0.0, widest = 1.0;
  for (std::size_t from = 0; from < cluster.pools.size(); ++from) {
    const hardware::Pool& pool = cluster.pools[from];
    if (pool.gpus() == 0) continue;  // of a part that leaves it out
    // The scale-up domain is what its fast link joins: several trays of a rack, or one node.
    const double width = std::min<double>(std::max(pool.gpus_per_node, pool.scale_up_domain), pool.gpus());
    nodes += pool.gpus() / width;
    widest = std::max(widest, width);
    if (width > 1.0) {
      const hardware::Link inside = cost::reached_inside(pool, k);
      pace.gather = std::max(pace.gather, (n - 1.0) / n / inside.bandwidth.value);
      pace.exchange = std::max(pace.exchange, (width - 1.0) / (n * n) / inside.bandwidth.value);
      inside_latency = std::max(inside_latency, inside.latency.value);
    }
    if (width >= n) continue;
    const hardware::Link way = cost::slowest_way(cluster, from, [&](std::size_t to) {
      return to == from ? pool.nodes > 1 : cluster.pools[to].gpus() > 0;
    });
    const double network = width * cost::reached(way, pool.gpus_per_node, k.network_share).bandwidth.value;
    // A ring passes through every domain once; in an exchange a domain sends out its part of what others get.
    pace.gather = std::max(pace.gather, (n - 1.0) / n / network);
    pace.exchange = std::max(pace.exchange, width / n * (1.0 - width / n) / network);
    between_latency = std::max(between_latency, way.latency.value);
  }
  pace.latency = (widest - 1.0) * inside_latency + (nodes - 1.0) * between_latency;
  return pace;
}

CollectiveCost call_cost(double seconds_per_byte, double latency) {
  return {{seconds_per_byte > 0.0 ? 1.0 / seconds_per_byte : 1e30}, {latency}};
}

tl::unexpected<Error> unknown(const hardware::Pool& pool, const char* what) {
  return fail(code::unknown_hardware_value, "pools[" + pool.id + "]", pool.gpu.id + ": " + what,
              {Wanted::Kind::text, {"a GPU type for which it is known"}});
}

}  // namespace

Result<Devices> read_profile(const Json& json) {
  ObjectReader reader(json, "");
  Devices devices;
  bool any_memory = false, all_memory = true;
  if (!reader.has("devices"))
    reader.mistake(code::missing_key, "devices", "nothing", {Wanted::Kind::field, {"devices"}});
  if (const Json* list = reader.array("devices")) {
    if (list->empty())
      reader.mistake(code::out_of_range, "devices", "[]",
                     {Wanted::Kind::text, {"at least one entry with flops_per_second and count"}});
    for (std::size_t k = 0; k < list->size(); ++k) {
      ObjectReader entry((*list)[k], "devices[" + std::to_string(k) + "]");
      const double speed = entry.positive("flops_per_second");
      const std::int64_t count = entry.whole("count", 1, kMostDevices, 1);
      const std::string name = excerpt(entry.string("name", "device"), kLongestName);
      const auto memory = entry.optional_positive("memory_gib");
      if (const auto finished = entry.finish(); !finished) {
        reader.mistake(finished.error());
        break;
      }
      (memory ? any_memory : all_memory) = static_cast<bool>(memory);
      if (devices.count() + count > kMostDevices) {  // before they are made
        reader.mistake(code::out_of_range, "devices", std::to_string(devices.count() + count) + " devices",
                       {Wanted::Kind::between, {"1", std::to_string(kMostDevices)}});
        break;
      }
      for (std::int64_t i = 0; i < count; ++i) {
        devices.names.push_back(name + " " + std::to_string(devices.names.size()));
        for (auto& speeds : devices.flops_per_second) speeds.push_back(speed);
        if (memory) devices.memory.push_back(gib(*memory));
      }
    }
    if (any_memory && !all_memory)
      reader.mistake(code::missing_key, "devices", "memory_gib of some entries",
                     {Wanted::Kind::text, {"memory_gib for all entries or for none"}});
  }
  const double latency = reader.number("latency_seconds", 0.0, 10.0, 0.0);
  static const Json nothing = Json::object();
  if (!reader.has("bandwidth_bytes_per_second"))
    reader.mistake(code::missing_key, "bandwidth_bytes_per_second", "nothing",
                   {Wanted::Kind::field, {"bandwidth_bytes_per_second"}});
  const Json* given = reader.object("bandwidth_bytes_per_second");
  ObjectReader bandwidth(given != nullptr ? *given : nothing, "bandwidth_bytes_per_second");
  for (int kind = 0; kind < kCollectives; ++kind)
    devices.collectives[kind] = {{bandwidth.positive(to_string(static_cast<Collective>(kind)))}, {latency}};
  if (given != nullptr)
    if (const auto finished = bandwidth.finish(); !finished) reader.mistake(finished.error());
  if (auto finished = reader.finish(); !finished) return tl::unexpected<Error>(finished.error());
  return devices;
}

Result<Devices> devices_of(const hardware::Cluster& cluster, hardware::Precision precision, double headroom,
                           const cost::Coefficients& coefficients) {
  Devices devices;
  for (const hardware::Pool& pool : cluster.pools) {
    const auto rate = hardware::peak(pool.gpu, precision);
    if (!rate) return unknown(pool, "no rate for this precision");
    if (!pool.gpu.memory) return unknown(pool, "no memory size");
    if (!pool.gpu.memory_bandwidth) return unknown(pool, "no memory bandwidth");
    for (int i = 0; i < pool.gpus(); ++i) {
      devices.names.push_back(pool.id + " " + std::to_string(i));
      devices.flops_per_second[0].push_back(rate->value * pool.relative_speed * assumed_product_share);
      devices.flops_per_second[1].push_back(pool.gpu.memory_bandwidth->value * pool.relative_speed);
      devices.memory.push_back(*pool.gpu.memory * (1.0 - headroom));
    }
  }
  const Pace pace = pace_of(cluster, coefficients);
  const auto set = [&](Collective kind, const CollectiveCost& value) {
    devices.collectives[static_cast<int>(kind)] = value;
  };
  set(Collective::all_gather, call_cost(pace.gather, pace.latency));
  set(Collective::reduce_scatter, call_cost(pace.gather, pace.latency));
  set(Collective::all_reduce, call_cost(2.0 * pace.gather, 2.0 * pace.latency));
  set(Collective::all_gather_grouped, call_cost(pace.gather / kGroupedGather, pace.latency));
  set(Collective::reduce_scatter_grouped, call_cost(pace.gather / kGroupedScatter, pace.latency));
  set(Collective::all_to_all, call_cost(pace.exchange, pace.latency));
  return devices;
}

}  // namespace astrolabe::spmd
