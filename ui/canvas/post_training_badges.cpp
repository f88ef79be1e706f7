// Roles of post-training on the tiles of the pools that they stand on.

#include <algorithm>

#include "core/post_training/iteration.h"
#include "ui/canvas/badges.h"
#include "ui/render/post_training_words.h"

namespace astrolabe::ui {

void addPostTraining(Badges& badges, const planning::Option* detail, const strategy::Problem& problem) {
  const post_training::Placement* placement = placementOf(detail);
  if (placement == nullptr) return;
  const std::vector<std::string> ids = problem.pool_ids();
  for (const std::string& id : ids) badges[id] = {};
  const post_training::Iteration iteration = post_training::iteration_of(*placement, problem);
  std::vector<double> worked(ids.size(), 0.0);  // GPUs that work, on average over the iteration
  for (std::size_t set = 0; set < placement->sets.size(); ++set) {
    const post_training::PlannedSet& planned = placement->sets[set];
    const auto pool = static_cast<std::size_t>(planned.placed.pool);
    if (pool >= ids.size()) continue;
    PoolBadge& badge = badges[ids[pool]];
    const QString text = setText(*placement, planned, {});
    badge.serving = badge.serving.isEmpty() ? text : badge.serving + QStringLiteral(" + ") + text;
    badge.gpusUsed = std::max(0, badge.gpusUsed) + planned.placed.gpus;
    worked[pool] += iteration.busy_share(set) * planned.placed.gpus;
    const double limit = iteration.lanes[set].limit_bytes;
    if (limit > 0.0) badge.memoryShare = std::max(badge.memoryShare, planned.plan.fullest_bytes / limit);
  }
  for (std::size_t pool = 0; pool < ids.size(); ++pool)
    if (const int gpus = problem.cluster.pools[pool].gpus(); gpus > 0)
      badges[ids[pool]].busy = std::clamp(worked[pool] / gpus, 0.0, 1.0);
}

}  // namespace astrolabe::ui
