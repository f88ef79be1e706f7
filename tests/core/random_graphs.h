#pragma once
// Small random graphs and clusters of devices without units.

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/spmd/devices.h"
#include "core/spmd/graph_parts.h"
#include "tests/core/spmd_devices.h"

namespace astrolabe::tests {

using Random = std::mt19937_64;

inline int below(Random& random, int count) {
  return std::uniform_int_distribution<int>(0, count - 1)(random);
}

inline double between_decades(Random& random, double low, double high) {
  return std::pow(10.0, std::uniform_real_distribution<double>(low, high)(random));
}

/// linear, relu, add, transpose and a sum, ranks 2 and 3, extents 1 to 8.
inline spmd::Graph random_graph(Random& random, bool released, int operators) {
  constexpr std::int64_t kExtents[]{1, 2, 3, 5, 8};
  const auto extent = [&] { return kExtents[below(random, 5)]; };
  spmd::Parts parts("random", released);
  spmd::GraphBuilder& builder = parts.builder();
  spmd::Shape shape{extent(), extent()};
  if (below(random, 2) == 0) shape.push_back(extent());
  std::vector<spmd::TensorId> made{parts.input("x", shape)};
  for (int k = 0; k < operators; ++k) {
    const spmd::TensorId x = made[below(random, static_cast<int>(made.size()))];
    switch (below(random, 4)) {
      case 0:
        made.push_back(parts.linear("linear." + std::to_string(k), x, extent()));
        break;
      case 1:
        made.push_back(parts.relu(x));
        break;
      case 2: {
        const int rank = static_cast<int>(builder.shape(x).size());
        const int axis = below(random, rank - 1);
        made.push_back(parts.transpose(x, axis, axis + 1));
        break;
      }
      default: {
        std::vector<spmd::TensorId> alike;
        for (const spmd::TensorId y : made)
          if (builder.shape(y) == builder.shape(x)) alike.push_back(y);
        made.push_back(parts.add(x, alike[below(random, static_cast<int>(alike.size()))]));
      }
    }
  }
  const spmd::TensorId loss = parts.sum(made.back());
  return std::move(parts).finish(loss, 1.0);
}

inline spmd::Devices random_devices(Random& random) {
  const int count = 2 + below(random, 3);
  std::vector<double> speeds;
  speeds.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) speeds.push_back(between_decades(random, 0.0, 2.0));
  spmd::Devices devices = make_devices(speeds, std::vector<int>(speeds.size(), 1), 1.0);
  for (spmd::CollectiveCost& cost : devices.collectives)
    cost = {{between_decades(random, -1.0, 3.0)}, {between_decades(random, -3.0, 0.0)}};
  return devices;
}

}  // namespace astrolabe::tests
