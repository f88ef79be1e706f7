#include "ui/document/commands/pool_values.h"

#include <algorithm>

#include "ui/document/commands/pool_facts.h"

namespace astrolabe::ui {

namespace {

QString quoted(const std::string& id) { return QString::fromStdString(id); }

/// Links after a pool changed: those that were assumed before follow the new figures, stated ones stay.
std::vector<hardware::BetweenPools> linksAfter(const PlanDocument& document,
                                               const hardware::PoolSpec& changed) {
  hardware::ClusterSpec cluster = document.plan().cluster;
  const AssumedLinks before(document.plan().cluster, document.catalogue());
  std::erase_if(cluster.between_pools, [&](const hardware::BetweenPools& link) {
    return (link.a == changed.id || link.b == changed.id) && !link.latency_us && before.isAssumed(link);
  });
  for (hardware::PoolSpec& pool : cluster.pools)
    if (pool.id == changed.id) pool = changed;
  addMissingLinks(cluster, document.catalogue());
  return cluster.between_pools;
}

}  // namespace

SetNodeCount::SetNodeCount(PlanDocument& document, const std::string& pool, int nodes, quint64 gesture)
    : PlanCommand(document, CommandText::tr("Set %1 to %n nodes", nullptr, nodes).arg(quoted(pool))),
      m_pool(pool),
      m_nodes(nodes),
      m_gesture(gesture) {}

void SetNodeCount::swapWith(plan::Plan& plan) {
  if (hardware::PoolSpec* pool = findPool(plan, m_pool)) std::swap(pool->nodes, m_nodes);
}

bool SetNodeCount::mergeWith(const QUndoCommand* next) {
  const auto* other = static_cast<const SetNodeCount*>(next);  // same id(), so same class
  if (other->m_pool != m_pool || other->m_gesture != m_gesture) return false;
  setText(other->text());
  return true;
}

ReplaceGpus::ReplaceGpus(PlanDocument& document, const std::string& pool, const std::string& gpu,
                         const std::string& node)
    : PlanCommand(document, QString()), m_pool(pool) {
  const hardware::PoolSpec* before = findPool(document.plan(), pool);
  if (before == nullptr) return;
  m_spec = *before;
  m_spec.gpu = gpu;
  m_spec.node = node;
  m_spec.usd_per_gpu_hour.reset();
  m_spec.purchase_usd_per_gpu.reset();
  m_spec.intra_node_gb_per_s.reset();
  m_spec.gpu_power_limit_watts.reset();
  if (node.empty()) {  // only the GPUs change: the machine around them stays
    m_spec.gpus_per_node = poolGpusPerNode(*before, document.catalogue());
    m_spec.inter_node_gb_per_s = poolNetwork(*before, document.catalogue());
    m_spec.host_memory_gib = poolHostMemory(*before, document.catalogue());
  } else {
    m_spec.host_memory_gib.reset();
    m_spec.gpus_per_node.reset();
    m_spec.inter_node_gb_per_s.reset();
    m_spec.inter_node_latency_us.reset();
  }
  m_links = linksAfter(document, m_spec);
  setText(CommandText::tr("Replace GPUs: %1 → %2")
              .arg(nodeText(*before, document.catalogue()), nodeText(m_spec, document.catalogue())));
}

void ReplaceGpus::swapWith(plan::Plan& plan) {
  hardware::PoolSpec* pool = findPool(plan, m_pool);
  if (pool == nullptr) return;
  std::swap(*pool, m_spec);
  std::swap(plan.cluster.between_pools, m_links);
}

SetPoolPrice::SetPoolPrice(PlanDocument& document, const std::string& pool, std::optional<double> usd,
                           hardware::CostBasis basis)
    : PlanCommand(document, usd ? CommandText::tr("Set price of %1").arg(quoted(pool))
                                : CommandText::tr("Use catalogue price for %1").arg(quoted(pool))),
      m_pool(pool),
      m_price(usd),
      m_field(basis == hardware::CostBasis::rent ? &hardware::PoolSpec::usd_per_gpu_hour
                                                 : &hardware::PoolSpec::purchase_usd_per_gpu) {}

void SetPoolPrice::swapWith(plan::Plan& plan) {
  if (hardware::PoolSpec* pool = findPool(plan, m_pool)) std::swap(pool->*m_field, m_price);
}

SetPowerLimit::SetPowerLimit(PlanDocument& document, const std::string& pool, std::optional<double> watts)
    : PlanCommand(document, watts ? CommandText::tr("Set power limit of %1").arg(quoted(pool))
                                  : CommandText::tr("No power limit for %1").arg(quoted(pool))),
      m_pool(pool),
      m_watts(watts) {}

void SetPowerLimit::swapWith(plan::Plan& plan) {
  if (hardware::PoolSpec* pool = findPool(plan, m_pool)) std::swap(pool->gpu_power_limit_watts, m_watts);
}

SetHostMemory::SetHostMemory(PlanDocument& document, const std::string& pool, std::optional<double> gib)
    : PlanCommand(document, gib ? CommandText::tr("Set host memory of %1").arg(quoted(pool))
                                : CommandText::tr("Use catalogue's host memory for %1").arg(quoted(pool))),
      m_pool(pool),
      m_gib(gib) {}

void SetHostMemory::swapWith(plan::Plan& plan) {
  if (hardware::PoolSpec* pool = findPool(plan, m_pool)) std::swap(pool->host_memory_gib, m_gib);
}

SetNetworkReduction::SetNetworkReduction(PlanDocument& document, const std::vector<std::string>& pools,
                                         bool on)
    : PlanCommand(document, on ? CommandText::tr("Switches add up gradients")
                               : CommandText::tr("Switches add up no gradients")) {
  for (const std::string& pool : pools) m_values[pool] = on;
}

void SetNetworkReduction::swapWith(plan::Plan& plan) {
  for (auto& [id, value] : m_values)
    if (hardware::PoolSpec* pool = findPool(plan, id)) std::swap(pool->in_network_reduction, value);
}

SetPoolNetwork::SetPoolNetwork(PlanDocument& document, const std::string& pool,
                               std::optional<double> gbPerSecond)
    : PlanCommand(document, gbPerSecond ? CommandText::tr("Set network of %1").arg(quoted(pool))
                                        : CommandText::tr("Use catalogue network for %1").arg(quoted(pool))),
      m_pool(pool),
      m_network(gbPerSecond) {
  const hardware::PoolSpec* before = findPool(document.plan(), pool);
  if (before == nullptr) return;
  hardware::PoolSpec changed = *before;
  changed.inter_node_gb_per_s = gbPerSecond;
  m_links = linksAfter(document, changed);
}

void SetPoolNetwork::swapWith(plan::Plan& plan) {
  hardware::PoolSpec* pool = findPool(plan, m_pool);
  if (pool == nullptr) return;
  std::swap(pool->inter_node_gb_per_s, m_network);
  std::swap(plan.cluster.between_pools, m_links);
}

}  // namespace astrolabe::ui
