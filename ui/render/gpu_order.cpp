#include "ui/render/gpu_order.h"

#include <algorithm>

#include "core/plan/scenarios.h"

namespace astrolabe::ui {

std::string gpuOf(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  std::string name = pool.gpu;
  if (!pool.node.empty()) {
    const hardware::NodeType* node = catalogue.find_node(pool.node);
    if (node == nullptr) return pool.node;
    name = node->gpu_id;
  }
  const hardware::Gpu* gpu = catalogue.find_gpu(name);
  return gpu != nullptr ? gpu->id : name;
}

std::vector<std::string> gpuOrder(const plan::Plan& plan, const hardware::Catalogue& catalogue) {
  std::vector<std::string> order;
  for (const plan::Scenario* scenario : plan::scenarios(plan))
    for (const hardware::PoolSpec& pool : scenario->cluster.pools)
      if (const std::string gpu = gpuOf(pool, catalogue);
          std::find(order.begin(), order.end(), gpu) == order.end())
        order.push_back(gpu);
  return order;
}

int gpuPlace(const Theme& theme, const strategy::Problem& problem, const std::string& id) {
  std::vector<std::string> order = theme.gpuOrder;
  for (const hardware::Pool& pool : problem.cluster.pools)
    if (std::find(order.begin(), order.end(), pool.gpu.id) == order.end()) order.push_back(pool.gpu.id);
  return static_cast<int>(std::find(order.begin(), order.end(), id) - order.begin());
}

}  // namespace astrolabe::ui
