#pragma once
// What of a pool is marked where it has fewer nodes.

#include <algorithm>
#include <vector>

#include "core/hardware/cluster.h"

namespace astrolabe::hardware {

/// Keeps the marks (`slow`, `failed`, `spares` and `domain` of a PoolSpec or alike) of `nodes` nodes from
/// `first` on, of up to `gpus_per_node` GPUs each, counted from 0 again; spares stay fewer than the nodes, a
/// domain no larger than them.
template <class Marks>
void keep_marks_of_nodes(Marks& marks, int first, int nodes, int gpus_per_node) {
  const auto keep = [&](auto& list) {
    std::erase_if(list, [&](const auto& mark) {
      return mark.node < first || mark.node >= first + nodes || mark.gpu.value_or(0) >= gpus_per_node;
    });
    for (auto& mark : list) mark.node -= first;
  };
  keep(marks.slow);
  keep(marks.failed);
  marks.spares = std::clamp(marks.spares, 0, std::max(0, nodes - 1));
  if (marks.domain) marks.domain->nodes = std::min(marks.domain->nodes, std::max(1, nodes));
}

}  // namespace astrolabe::hardware
