#include "core/replan/paid_nodes.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/cost/money.h"
#include "core/hardware/usable_gpus.h"

namespace astrolabe::replan {

namespace {

/// Nodes of a pool that these GPUs are in.
std::set<int> nodes_of(int pool, const std::set<GpuId>& used) {
  std::set<int> nodes;
  for (auto at = used.lower_bound({pool, 0, 0}); at != used.end() && at->pool == pool; ++at)
    nodes.insert(at->node);
  return nodes;
}

hardware::Pool as_left(hardware::Pool pool, const std::set<int>& taken) {
  hardware::use_of_node(pool, 0);
  std::erase_if(pool.failed, [&](const hardware::FailedSpec& mark) { return taken.contains(mark.node); });
  const int failed = hardware::failed_nodes(pool);
  const int idle = pool.nodes - static_cast<int>(taken.size()) - failed;  // that are whole
  pool.spares = std::min(pool.spares, failed + std::max(0, idle));
  return pool;
}

}  // namespace

strategy::Problem as_left(strategy::Problem problem, const std::set<GpuId>& used) {
  int index = 0;
  for (hardware::Pool& pool : problem.cluster.pools) pool = as_left(pool, nodes_of(index++, used));
  return problem;
}

void tell_gpus(const strategy::Problem& problem, const std::set<GpuId>& used, cost::Evaluation& row) {
  const std::vector<hardware::Pool>& pools = problem.cluster.pools;
  row.gpus.assign(pools.size(), 0);
  row.paid = row.kept = row.gpus;
  for (std::size_t i = 0; i < pools.size(); ++i) {
    const hardware::Pool& pool = pools[i];
    const auto index = static_cast<int>(i);
    std::set<int> units;
    for (auto at = used.lower_bound({index, 0, 0}); at != used.end() && at->pool == index; ++at) {
      units.insert((at->node * pool.gpus_per_node + at->gpu) / pool.unit);
      ++row.gpus[i];
    }
    row.paid[i] = static_cast<int>(units.size()) * pool.unit;
    const hardware::Pool left = as_left(pool, nodes_of(index, used));
    row.kept[i] = cost::kept_gpus(left, problem.job.cost, row.paid[i]);
  }
}

}  // namespace astrolabe::replan
