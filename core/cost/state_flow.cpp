#include "core/cost/state_flow.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace astrolabe::cost {

std::vector<double> filled_evenly(const std::vector<double>& rooms, const std::vector<int>& gpus,
                                  double amount) {
  std::vector<double> filled(rooms.size(), 0.0);
  std::vector<std::size_t> order(rooms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rooms[a] < rooms[b]; });
  double left = amount;
  double open = std::accumulate(gpus.begin(), gpus.end(), 0.0);
  // The level rises from room to room; those that are full stay behind.
  for (const std::size_t i : order) {
    if (open <= 0.0) break;
    filled[i] = std::min(std::max(0.0, rooms[i]), left / open);
    left -= filled[i] * gpus[i];
    open -= gpus[i];
  }
  const double all = std::accumulate(gpus.begin(), gpus.end(), 0.0);
  if (left > 0.0 && all > 0.0)
    for (double& each : filled) each += left / all;
  return filled;
}

double flow_seconds(const StateFlow& flow, double bytes, const hardware::Link& of_gpu) {
  const int side_by_side = std::min(flow.senders, flow.receivers);
  if (flow.parameters <= 0.0 || side_by_side <= 0) return 0.0;
  return flow.parameters * bytes / (of_gpu.bandwidth.value * side_by_side);
}

}  // namespace astrolabe::cost
