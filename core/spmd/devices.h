#pragma once
// The devices of a program as synthesis sees them: speeds, memory, and what each kind of collective costs.

#include <array>
#include <string>
#include <vector>

#include "core/base/units.h"

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

}  // namespace astrolabe::spmd
