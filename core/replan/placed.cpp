#include "core/replan/placed.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/hardware/pool_marks.h"
#include "core/replan/options.h"
#include "core/replan/side_by_side.h"
#include "core/strategy/fits.h"

namespace astrolabe::replan {

namespace {

strategy::Problem nothing_marked(const strategy::Problem& problem) {
  strategy::Problem healthy = problem;
  healthy.cluster = hardware::without_marks(problem.cluster);
  healthy.cluster.may_leave_unused = true;
  return healthy;
}

}  // namespace

PlacedSteps::PlacedSteps(const strategy::Problem& problem)
    : m_marked(problem.cluster), m_healthy(nothing_marked(problem)) {}
PlacedSteps::PlacedSteps(PlacedSteps&&) noexcept = default;
PlacedSteps::~PlacedSteps() = default;

/// In the order of nodes; fewer than hold so many GPUs where not enough of them work. `slow`: one of them is.
std::vector<int> PlacedSteps::fastest_nodes(std::size_t pool, int gpus, bool& slow) const {
  const int each = m_marked.pools[pool].gpus_per_node;
  std::vector<std::pair<double, int>> nodes;
  for (int node = 0; node < m_marked.pools[pool].nodes; ++node) {
    LaneStage all;
    for (int gpu = 0; gpu < each; ++gpu) all.gpus.push_back({static_cast<int>(pool), node, gpu});
    m_health->look(all);
    if (!all.failed) nodes.emplace_back(std::max({all.kernels, all.links, all.network}), node);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.resize(std::min(nodes.size(), static_cast<std::size_t>((gpus + each - 1) / each)));
  slow = slow || (!nodes.empty() && nodes.back().first > 1.0);
  std::vector<int> chosen;
  for (const auto& [factor, node] : nodes) chosen.push_back(node);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

std::optional<Seconds> PlacedSteps::of(const strategy::Strategy& strategy) {
  if (!hardware::is_marked(m_marked) || !strategy.state.empty()) return std::nullopt;
  // Lanes slow whole passes, and a slow GPU does not slow its copies to the host.
  if (strategy.offload_activations) return std::nullopt;
  // Parts of nodes are no nodes whose GPUs can be told one by one.
  for (const hardware::Pool& pool : m_marked.pools)
    if (pool.used_of_node > 0) return std::nullopt;
  if (!m_health) m_health = std::make_unique<Health>(m_marked);
  const std::vector<int> used = strategy::gpus_by_pool(m_marked, strategy);
  std::vector<std::vector<int>> nodes(used.size());
  bool slow = false;
  for (std::size_t p = 0; p < used.size(); ++p) {
    if (used[p] == 0) continue;
    nodes[p] = fastest_nodes(p, used[p], slow);
    if (static_cast<int>(nodes[p].size()) * m_marked.pools[p].gpus_per_node < used[p]) return std::nullopt;
  }
  if (!slow) return std::nullopt;
  if (!m_tables) m_tables = std::make_unique<cost::Tables>(m_healthy);
  const Layout layout = layout_on(m_marked, strategy, nodes);
  OptionMaker maker(*m_tables, strategy, layout, *m_health);
  const LaneShape& shape = maker.running_shape(static_cast<int>(layout.lanes.size()));
  std::set<std::vector<Slowness>> unlike;  // lanes that are slow alike end together
  for (const Lane& lane : layout.lanes) {
    std::vector<Slowness> stages;
    for (std::size_t j = 0; j < lane.stages.size(); ++j)
      stages.push_back(maker.slowness(lane.stages[j], shape.links_share(static_cast<int>(j))));
    unlike.insert(std::move(stages));
  }
  const Split written = shape.as_written();
  const int micro_batches = m_healthy.job.micro_batches(strategy.data_parallel, strategy.micro_batch);
  std::vector<WorkingLane> lanes;
  for (const std::vector<Slowness>& stages : unlike)
    lanes.push_back({&shape, &written, stages, micro_batches});
  return Seconds{step_of(std::move(lanes))};
}

}  // namespace astrolabe::replan
