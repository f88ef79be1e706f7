#pragma once
// A canvas with more tiles than anyone draws.

#include <string>
#include <utility>

#include "core/plan/samples.h"
#include "ui/document/commands/pool_facts.h"

namespace astrolabe::ui {

/// A plan of `tiles` pools of the sample's two nodes, in rows of `columns`, each linked to each as the canvas
/// links what is put on it.
inline void fillTiles(PlanDocument& document, int tiles, int columns) {
  plan::PlanFile file;
  file.plan = plan::sample_plan();
  hardware::PoolSpec pool = file.plan.cluster.pools.front();
  const std::string first = pool.node, second = file.plan.cluster.pools.back().node;
  file.plan.cluster = {};
  file.plan.layout.clear();
  for (int i = 0; i < tiles; ++i) {
    pool.id = "pool-" + std::to_string(i);
    pool.node = i % 2 == 0 ? first : second;
    file.plan.cluster.pools.push_back(pool);
    const int row = i / columns;
    file.plan.layout[pool.id] = {(i % columns) * 280.0, row * 140.0};
  }
  addMissingLinks(file.plan.cluster, document.catalogue());
  document.reset(std::move(file), {});
}

}  // namespace astrolabe::ui
