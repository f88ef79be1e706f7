#pragma once
// How the layers of a model can be dealt to the stages of pools, each with a bottleneck and a room.

#include <algorithm>
#include <vector>

#include "core/base/rounding.h"
#include "core/verify/bounds.h"

namespace astrolabe::verify {

/// Stages by pool with the layers each may hold.
struct Dealing {
  struct Part {
    int stages = 0, holds = 0;
    const PoolFigures* pool = nullptr;
    double common = 0.0;  ///< seconds of a layer of the class with most layers
  };
  std::vector<Part> parts;
  int layers = 0, stages = 0;
  double one_each = 0.0;  ///< seconds of one layer on every stage

  /// The shortest bottleneck, at least `least`, that leaves `count` layers of the common class a place.
  double bottleneck_for(int count, double least) const {
    while (least < kNoRoom) {
      long room = 0;
      double next = kNoRoom;
      for (const Part& part : parts) {
        const double most = whole_in(least, part.common);
        if (most < part.holds) next = std::min(next, (most + 1.0) * part.common);
        room += part.stages * static_cast<long>(std::min(most, static_cast<double>(part.holds)));
      }
      if (room >= count) break;
      least = next;
    }
    return least;
  }

  /// The least sum when no stage works longer than `bottleneck`; kNoRoom when the layers do not all find a
  /// place. `next`: the bottleneck from which more would.
  double sum_under(double bottleneck, double& next) const {
    next = kNoRoom;
    long room = 0;
    int left = layers - stages;
    double sum = one_each;
    for (const Part& part : parts) {
      const double most = whole_in(bottleneck, part.pool->layer);
      int each = part.holds;
      if (most < part.holds) {
        each = static_cast<int>(most);
        next = std::min(next, (most + 1.0) * part.pool->layer);
      }
      room += static_cast<long>(part.stages) * each;
      const auto more = static_cast<int>(std::min<long>(left, static_cast<long>(part.stages) * (each - 1)));
      left -= more;
      sum += more * part.pool->layer;
    }
    return room >= layers ? sum : kNoRoom;
  }
};

/// The least of `form` over all bottlenecks from `least` on. A longer one can only pay by a smaller sum.
template <class Form>
double least_over_bottlenecks(const Dealing& dealing, double least, const Form& form) {
  double next = 0.0;
  // Under a bottleneck without end some dealing exists, since all layers find room.
  const double smallest_sum = dealing.sum_under(1e200, next);
  double bottleneck = least;
  double sum = dealing.sum_under(bottleneck, next);
  while (sum >= kNoRoom) {
    if (next >= kNoRoom) return kNoRoom;
    bottleneck = next;
    sum = dealing.sum_under(bottleneck, next);
  }
  constexpr int kMostLooks = 202;
  double best = kNoRoom;
  for (int looks = 1;; ++looks) {
    best = std::min(best, form(sum, bottleneck));
    if (next >= kNoRoom || sum <= smallest_sum) return best;
    const double beyond = form(smallest_sum, next);
    if (beyond >= best) return best;
    if (looks == kMostLooks) return beyond;
    bottleneck = next;
    sum = dealing.sum_under(bottleneck, next);
  }
}

}  // namespace astrolabe::verify
