#include "core/replan/placed.h"

#include <vector>

#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "core/replan/layout.h"
#include "core/replan/options.h"
#include "core/replan/side_by_side.h"
#include "core/strategy/fits.h"

namespace astrolabe::replan {

PlacedSteps::PlacedSteps(const strategy::Problem& problem) : m_problem(problem), m_tables(problem) {}

std::optional<Seconds> PlacedSteps::of(const strategy::Strategy& strategy) {
  const hardware::Cluster& marked = m_problem.cluster;
  if (!hardware::is_marked(marked)) return std::nullopt;
  const std::vector<int> used = strategy::gpus_by_pool(marked, strategy);
  std::vector<std::vector<GpuId>> gpus(used.size());
  for (std::size_t p = 0; p < used.size(); ++p) {
    for (const hardware::NodePart& part : hardware::fastest_parts(marked.pools[p], used[p]))
      for (const int gpu : part.gpus) gpus[p].push_back({static_cast<int>(p), part.node, gpu});
    if (static_cast<int>(gpus[p].size()) < used[p]) return std::nullopt;
  }
  const Layout layout = layout_on(marked, strategy, gpus);
  if (!layout.changed()) return std::nullopt;
  const LaneShape shape(m_tables, strategy);
  const Split written = shape.as_written();
  std::vector<WorkingLane> lanes;
  for (std::size_t at = 0; at < layout.lanes.size(); ++at) {
    lanes.push_back(
        {&shape, &written, {}, shape.shape().micro_batches(), layout.in_step_with(static_cast<int>(at))});
    for (const LaneStage& stage : layout.lanes[at].stages) lanes.back().slow.push_back(alone(stage));
  }
  wait_for_each_other(lanes);
  return Seconds{step_of(lanes)};
}

}  // namespace astrolabe::replan
