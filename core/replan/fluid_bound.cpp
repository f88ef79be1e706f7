#include "core/replan/fluid_bound.h"

#include <algorithm>

#include "core/base/units.h"

namespace astrolabe::replan {

double fluid_bound(const model::Graph& graph, const LaneShape& running, const std::vector<WorkingLane>& lanes,
                   double micro_batches) {
  double work = 0.0;
  for (const int kind : graph.layers) work += running.shape().layer_seconds(0, kind);
  double rate = 0.0;
  for (const WorkingLane& lane : lanes)
    for (int j = 0; j < lane.shape->stages(); ++j) {
      double least = kBeyond;
      for (std::size_t k = 0; k < graph.classes.size(); ++k) {
        const int kind = static_cast<int>(k);
        const double here =
            lane.shape->slowed_shape(lane.slow[static_cast<std::size_t>(j)].own).layer_seconds(j, kind);
        const double there = running.shape().layer_seconds(0, kind);
        if (there > 0.0) least = std::min(least, here / there);
      }
      rate += 1.0 / least;
    }
  constexpr double kRounded = 1.0 - 1e-12;
  return rate > 0.0 ? work * micro_batches / rate * kRounded : 0.0;
}

}  // namespace astrolabe::replan
