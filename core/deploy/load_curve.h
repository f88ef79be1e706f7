#pragma once
// How a fleet behaves as its load grows: what is drawn beside the promises.

#include <vector>

#include "core/deploy/fleet.h"

namespace astrolabe::deploy {

struct LoadPoint {
  double requests_per_second = 0.0;
  serving::Figures figures;
};

/// `points` loads of one group, evenly from a fiftieth of what it can do to just below that. `question` is
/// that of its pool; its traffic counts by lengths alone.
std::vector<LoadPoint> load_curve(const serving::Question& question, const serving::Deployment& deployment,
                                  int points = 40);

}  // namespace astrolabe::deploy
