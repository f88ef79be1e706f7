#include "core/spmd/devices.h"

#include <algorithm>

namespace astrolabe::spmd {

const char* to_string(Collective collective) {
  constexpr std::array names{"all_gather",     "all_gather_grouped",     "all_reduce",
                             "reduce_scatter", "reduce_scatter_grouped", "all_to_all"};
  static_assert(names.size() == kCollectives);
  return names[static_cast<std::size_t>(collective)];
}

Devices make_devices(const std::vector<double>& speeds, const std::vector<int>& counts, double bandwidth) {
  Devices devices;
  for (std::size_t k = 0; k < speeds.size(); ++k)
    for (int i = 0; i < counts[k]; ++i) {
      devices.names.push_back("device " + std::to_string(devices.names.size()));
      for (auto& speed : devices.flops_per_second) speed.push_back(speeds[k]);
    }
  for (CollectiveCost& cost : devices.collectives) cost.bandwidth = {bandwidth};
  return devices;
}

}  // namespace astrolabe::spmd
