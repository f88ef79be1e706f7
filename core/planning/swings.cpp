#include "core/planning/swings.h"

#include <limits>

namespace astrolabe::planning {

double width_of(const MovedEnd& low, const MovedEnd& high, double base) {
  double least = base, most = base;
  for (const MovedEnd* end : {&low, &high}) {
    if (!end->metric) return std::numeric_limits<double>::infinity();
    least = std::min(least, *end->metric);
    most = std::max(most, *end->metric);
  }
  return most - least;
}

}  // namespace astrolabe::planning
