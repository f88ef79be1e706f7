#include "core/replan/paid_nodes.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/hardware/pool_marks.h"
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

void tell_gpus(const hardware::Cluster& cluster, const std::set<GpuId>& used, cost::Evaluation& row) {
  const std::size_t pools = cluster.pools.size();
  row.gpus.assign(pools, 0);
  row.paid = row.kept = row.gpus;
  for (std::size_t i = 0; i < pools; ++i) {
    const hardware::Pool& pool = cluster.pools[i];
    const auto index = static_cast<int>(i);
    const auto unit_of = [&](int node, int gpu) { return (node * pool.gpus_per_node + gpu) / pool.unit; };
    std::set<int> units, broken;  // in use, and beside them with a failed GPU
    for (auto at = used.lower_bound({index, 0, 0}); at != used.end() && at->pool == index; ++at) {
      units.insert(unit_of(at->node, at->gpu));
      ++row.gpus[i];
    }
    const std::set<int> taken = nodes_of(index, used);
    const std::vector<hardware::GpuState> states = hardware::gpu_states(pool);
    for (const int node : taken)
      for (int gpu = 0; gpu < pool.gpus_per_node; ++gpu)
        if (states[static_cast<std::size_t>(node * pool.gpus_per_node + gpu)].failed &&
            !units.contains(unit_of(node, gpu)))
          broken.insert(unit_of(node, gpu));
    const hardware::Pool left = as_left(pool, taken);
    row.paid[i] = static_cast<int>(units.size()) * pool.unit;
    const int idle = std::max(left.spares, hardware::failed_nodes(left)) * pool.gpus_per_node +
                     static_cast<int>(broken.size()) * pool.unit;
    row.kept[i] = std::clamp(pool.gpus() - row.paid[i], 0, idle);
  }
}

}  // namespace astrolabe::replan
