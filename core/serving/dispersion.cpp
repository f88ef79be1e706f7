#include "core/serving/dispersion.h"

#include <algorithm>
#include <cmath>

namespace astrolabe::serving {

double arrival_dispersion(double variation, double mean) {
  const double square = variation * variation;
  if (square <= 1.0) return square < 1.0 ? std::max(0.01, square) : 1.0;
  const double y = 2.0 * mean / (square + 1.0);
  return 1.0 + (square - 1.0) * (y > 1e-9 ? 1.0 + std::expm1(-y) / y : 0.0);
}

double queue_dispersion(double variation, double load) {
  constexpr int kQueueRounds = 6;
  double dispersion = std::max(1.0, variation * variation);
  if (variation <= 1.0) return 0.5 * (1.0 + variation * variation);
  for (int round = 0; round < kQueueRounds; ++round)
    dispersion =
        arrival_dispersion(variation, load * load * dispersion / (2.0 * (1.0 - load) * (1.0 - load)));
  return dispersion;
}

}  // namespace astrolabe::serving
