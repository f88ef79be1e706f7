#pragma once
// Devices and a graph made by hand, for the micro-cases of distributed programs.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/spmd/devices.h"
#include "core/spmd/graph_parts.h"

namespace astrolabe::tests {

/// `counts[k]` devices of speed `speeds[k]`, all collectives of the same bandwidth.
inline spmd::Devices make_devices(const std::vector<double>& speeds, const std::vector<int>& counts,
                                  double bandwidth) {
  spmd::Devices devices;
  for (std::size_t k = 0; k < speeds.size(); ++k)
    for (int i = 0; i < counts[k]; ++i) {
      devices.names.push_back("device " + std::to_string(devices.names.size()));
      for (auto& speed : devices.flops_per_second) speed.push_back(speeds[k]);
    }
  for (spmd::CollectiveCost& cost : devices.collectives) cost.bandwidth = {bandwidth};
  return devices;
}

/// Two linear layers d -> d with bias and a sum: Lin2 of the micro-cases. Released form: fused linear.
inline spmd::Graph two_linear_graph(std::int64_t batch, std::int64_t width, bool released) {
  spmd::Parts parts("two linear layers", released);
  spmd::TensorId x = parts.input("x", {batch, width});
  x = parts.linear("first", x, width);
  x = parts.linear("second", x, width);
  const spmd::TensorId loss = parts.sum(x);
  return std::move(parts).finish(loss, static_cast<double>(batch));
}

}  // namespace astrolabe::tests
