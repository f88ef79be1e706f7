#include "core/hardware/pool_unit.h"

#include <algorithm>

#include "core/hardware/pool_price.h"

namespace astrolabe::hardware {

namespace {

int nodes_of_unit(int unit, int node) { return std::max(1, unit / std::max(1, node)); }
int rack_of(int domain, int node) { return node > 0 && domain > node && domain % node == 0 ? domain : 0; }

}  // namespace

int gpus_of_rack(const NodeType& node) { return rack_of(node.scale_up_domain.value_or(0), node.gpus); }

int gpus_of_rack(const PoolSpec& pool, const Catalogue& catalogue) {
  const NodeType* node = pool_node(pool, catalogue);
  const Gpu* gpu = pool_gpu(pool, catalogue);
  int domain = node != nullptr ? node->scale_up_domain.value_or(0) : 0;
  if (node == nullptr && gpu != nullptr && gpu->link_domain.value_or(0) >= kRackScaleDomain)
    domain = *gpu->link_domain;
  return rack_of(domain, gpus_of_node(pool, catalogue));
}

int nodes_at_once(const PoolSpec& pool, const Catalogue& catalogue) {
  return nodes_of_unit(pool.unit, gpus_of_node(pool, catalogue));
}

int nodes_at_once(const Pool& pool) { return nodes_of_unit(pool.unit, pool.gpus_per_node); }

int whole_nodes(int nodes, const PoolSpec& pool, const Catalogue& catalogue) {
  const int step = nodes_at_once(pool, catalogue);
  return std::max(1, (nodes + step - 1) / step) * step;
}

}  // namespace astrolabe::hardware
