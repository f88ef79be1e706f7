#pragma once
// The devices of a program as synthesis sees them: speeds, memory, and what each kind of collective costs.

#include <array>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/hardware/cluster.h"

namespace astrolabe::spmd {

enum class Collective {
  all_gather,
  all_gather_grouped,
  all_reduce,
  reduce_scatter,
  reduce_scatter_grouped,
  all_to_all
};
inline constexpr int kCollectives = 6;
const char* to_string(Collective collective);

/// Time of a collective of the whole tensor of V bytes, even shards: latency + V / bandwidth.
struct CollectiveCost {
  BytesPerSecond bandwidth;  ///< total bytes over time, even shards
  Seconds latency;           ///< of one call; of a grouped one: for each device
};

/// Classes of operators that a device may run at different speeds.
enum class OperatorClass { product, memory_bound };
inline constexpr int kOperatorClasses = 2;

struct Devices {
  std::vector<std::string> names;  ///< one for each device
  /// flops_per_second[class][device]
  std::array<std::vector<double>, kOperatorClasses> flops_per_second;
  std::vector<Bytes> memory;  ///< usable; empty: not limited
  std::array<CollectiveCost, kCollectives> collectives;

  int count() const { return static_cast<int>(flops_per_second[0].size()); }
  const std::vector<double>& speeds() const { return flops_per_second[0]; }
  const CollectiveCost& of(Collective kind) const { return collectives[static_cast<int>(kind)]; }
  /// One speed for each device, whatever the operator: what the closed form of the ratios needs.
  bool one_speed() const { return flops_per_second[0] == flops_per_second[1]; }
};

/// `counts[k]` devices of speed `speeds[k]`, all collectives of the same bandwidth.
Devices make_devices(const std::vector<double>& speeds, const std::vector<int>& counts, double bandwidth);

/// The profiled form of the HAP paper (interfaces, "--profile"). Optional: "latency_seconds" (of one call of
/// every collective), and "name" and "memory_gib" of each entry of "devices". Errors: AST-D101 ... AST-D105
/// with the key's path: a bandwidth or speed that is missing, zero or not finite is refused by name.
Result<Devices> read_profile(const Json& json);

/// Every GPU of a cluster as one device. Products run at `assumed_product_share` of the dense peak of
/// `precision`, everything else at one operation for each byte of memory traffic. Collectives are
/// hierarchical: inside a node over the GPUs' links, between nodes over the slowest node's network, at
/// `assumed_link_share`; grouped ones at the share of the padded rate that the HAP paper's clusters P1 and P2
/// were profiled at. Memory: capacity x (1 - headroom). Errors: AST-C108 for a GPU without a rate for the
/// precision, without memory size or bandwidth.
Result<Devices> devices_of(const hardware::Cluster& cluster, hardware::Precision precision, double headroom);

inline constexpr double assumed_product_share = 0.55;
inline constexpr double assumed_link_share = 0.7;

}  // namespace astrolabe::spmd
