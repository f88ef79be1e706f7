// Better splits by single layers that are moved.

#include <algorithm>

#include "core/search/partition.h"

namespace astrolabe::search {

/// Moves single layers between stages as long as the simulated step gets shorter. `far`: from any stage to
/// any other, where there are many as well.
void Partitioner::improve(std::vector<int>& layers, double& step, bool far) {
  const int stages = static_cast<int>(layers.size());
  const int reach = far || stages <= 16 ? stages : 2;
  for (bool moved = true; moved;) {
    moved = false;
    for (int from = 0; from < stages; ++from) {
      for (int to = std::max(0, from - reach); to <= std::min(stages - 1, from + reach); ++to) {
        if (from == to || layers[static_cast<std::size_t>(from)] <= 1) continue;
        --layers[static_cast<std::size_t>(from)];
        ++layers[static_cast<std::size_t>(to)];
        const double tried = simulate(layers, step);
        if (tried < step) {
          step = tried;
          moved = true;
        } else {
          ++layers[static_cast<std::size_t>(from)];
          --layers[static_cast<std::size_t>(to)];
        }
      }
    }
  }
}

}  // namespace astrolabe::search
