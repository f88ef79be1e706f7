#include "core/cost/bound.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/cost/constants.h"

namespace astrolabe::cost {

Rest least_rest(const Shape& shape, int first, int layers) {
  Rest rest;
  const int stages = shape.stages();
  const int count = stages - first;
  if (count <= 0) return rest;
  double least = 1e300;
  double per_layer = 0.0;  // sum of 1 / tau
  double edges = 0.0;      // sum of e / tau
  for (int j = first; j < stages; ++j) {
    const double tau = shape.layer_seconds(j);
    const double edge = shape.edge_seconds(j);
    least = std::min(least, tau);
    per_layer += 1.0 / tau;
    edges += edge / tau;
    rest.sum += tau + edge;
    rest.bottleneck = std::max(rest.bottleneck, tau + edge);
  }
  rest.sum += (layers - count) * least;
  // Fractional bottleneck, then up to the smallest that holds whole layers.
  double bottleneck = std::max(rest.bottleneck, (layers + edges) / per_layer);
  for (int guard = 0; guard < 4 * count + 8; ++guard) {
    double held = 0.0;
    double next = 1e300;
    for (int j = first; j < stages; ++j) {
      const double tau = shape.layer_seconds(j);
      // A hair of slack keeps the bound below what rounding makes of n tau + e.
      const double n = std::floor((bottleneck * (1.0 + 1e-12) - shape.edge_seconds(j)) / tau);
      held += n;
      next = std::min(next, (n + 1.0) * tau + shape.edge_seconds(j));
    }
    if (held >= layers) break;
    bottleneck = next;
  }
  rest.bottleneck = std::max(rest.bottleneck, bottleneck * (1.0 - 1e-9));
  rest.sum *= 1.0 - 1e-9;
  return rest;
}

double step_lower_bound(const Shape& shape, double sum, double bottleneck) {
  const strategy::Strategy& strategy = shape.strategy();
  const double micro_batches = shape.micro_batches();
  const double stages = shape.stages();
  const double fixed = shape.fixed_seconds();
  if (strategy.schedule != strategy::Schedule::one_f_one_b) return fixed + micro_batches * bottleneck;
  double links = 0.0;
  for (int j = 0; j + 1 < shape.stages(); ++j) links += 2.0 * shape.links()[static_cast<std::size_t>(j)];
  const double all = sum + links;
  double bound = all + (micro_batches - 1.0) * bottleneck / 2.0;
  const double most = std::floor((micro_batches - 1.0) / stages);
  for (const double n : {1.0, most})
    if (n >= 1.0 && n <= most)
      bound = std::max(bound, (1.0 + n) * all + (micro_batches - 1.0 - n * stages) * bottleneck);
  return bound + fixed;
}

double step_lower_bound(const Shape& shape) {
  const Rest rest = least_rest(shape, 0, shape.layers());
  return step_lower_bound(shape, rest.sum, rest.bottleneck);
}

}  // namespace astrolabe::cost
