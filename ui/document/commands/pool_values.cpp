#include "ui/document/commands/pool_values.h"

#include <algorithm>
#include <utility>

#include "core/hardware/machine_links.h"
#include "core/hardware/pool_unit.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/document/commands/pool_names.h"

namespace astrolabe::ui {

namespace {

using Specs = std::map<std::string, hardware::PoolSpec>;

QString quoted(const std::string& id) { return QString::fromStdString(id); }
QString quoted(const std::vector<std::string>& ids) {
  return ids.size() == 1 ? quoted(ids.front()) : QString();
}

/// Links after pools changed: those that were assumed before follow the new figures, stated ones stay.
std::vector<hardware::BetweenPools> linksAfter(const PlanDocument& document, const Specs& changed) {
  hardware::ClusterSpec cluster = document.plan().cluster;
  const AssumedLinks before(document.plan().cluster, document.catalogue());
  std::erase_if(cluster.between_pools, [&](const hardware::BetweenPools& link) {
    return (changed.contains(link.a) || changed.contains(link.b)) && !link.latency_us &&
           before.isAssumed(link);
  });
  for (hardware::PoolSpec& pool : cluster.pools)
    if (const auto found = changed.find(pool.id); found != changed.end()) pool = found->second;
  addMissingLinks(cluster, document.catalogue());
  return cluster.between_pools;
}

/// Exchanges one field of pools, or all of them, with the values kept by pool.
template <class Value, class Field>
void swapEach(plan::Plan& plan, std::map<std::string, Value>& values, const Field& field) {
  for (hardware::PoolSpec& pool : plan.cluster.pools)
    if (const auto found = values.find(pool.id); found != values.end()) std::swap(field(pool), found->second);
}

/// What becomes of a pool that gets other GPUs.
hardware::PoolSpec withGpus(const hardware::PoolSpec& before, const std::string& gpu, const std::string& node,
                            int unit, const hardware::Catalogue& catalogue) {
  hardware::PoolSpec spec = before;
  spec.gpu = gpu;
  spec.node = node;
  spec.usd_per_gpu_hour.reset();
  spec.purchase_usd_per_gpu.reset();
  spec.usd_per_node.reset();
  spec.kw_per_node.reset();
  if (unit > 0)
    spec.unit = unit;
  else if (spec.unit != 1)
    spec.unit = hardware::PoolSpec::kWholeNode;  // a number is of the machine before
  spec.intra_node_gb_per_s.reset();
  spec.gpu_power_limit_watts.reset();
  if (node.empty()) {  // only the GPUs change: the machine around them stays
    spec.gpus_per_node = poolGpusPerNode(before, catalogue);
    spec.inter_node_gb_per_s = poolNetwork(before, catalogue);
    spec.host_memory_gib = poolHostMemory(before, catalogue);
  } else {
    spec.host_memory_gib.reset();
    spec.gpus_per_node.reset();
    spec.inter_node_gb_per_s.reset();
    spec.inter_node_latency_us.reset();
    spec.network_usd_per_node.reset();
  }
  spec.nodes = hardware::whole_nodes(spec.nodes, spec, catalogue);
  PoolMarks marks = marksOfNodes(marksOf(spec), 0, spec.nodes, 0);  // other GPUs: none is slow or failed
  marks.slow.clear();
  marks.failed.clear();
  setMarks(spec, marks);
  return spec;
}

}  // namespace

SetNodeCount::SetNodeCount(PlanDocument& document, std::map<std::string, int> nodes, quint64 gesture)
    : PlanCommand(document, QString()), m_nodes(std::move(nodes)), m_gesture(gesture) {
  const auto& [pool, count] = *m_nodes.begin();
  if (m_nodes.size() == 1) setText(CommandText::tr("Set %1 to %n nodes", nullptr, count).arg(quoted(pool)));
  hardware::ClusterSpec cluster = document.plan().cluster;
  for (hardware::PoolSpec& each : cluster.pools)
    if (const auto found = m_nodes.find(each.id); found != m_nodes.end()) {
      each.nodes = found->second;
      m_marks[each.id] =
          marksOfNodes(marksOf(each), 0, each.nodes, poolGpusPerNode(each, document.catalogue()));
    }
  hardware::drop_gone_machine_links(cluster);
  m_machineLinks = std::move(cluster.machine_links);
}

SetNodeCount::SetNodeCount(PlanDocument& document, const std::string& pool, int nodes, quint64 gesture)
    : SetNodeCount(document, std::map<std::string, int>{{pool, nodes}}, gesture) {}

void SetNodeCount::swapWith(plan::Plan& plan) {
  swapEach(plan, m_nodes, [](hardware::PoolSpec& pool) -> int& { return pool.nodes; });
  std::swap(plan.cluster.machine_links, m_machineLinks);
  for (hardware::PoolSpec& pool : plan.cluster.pools)
    if (const auto found = m_marks.find(pool.id); found != m_marks.end()) {
      const PoolMarks before = marksOf(pool);
      setMarks(pool, found->second);
      found->second = before;
    }
}

bool SetNodeCount::mergeWith(const QUndoCommand* next) {
  const auto* other = static_cast<const SetNodeCount*>(next);  // same id(), so same class
  const auto samePool = [](const auto& one, const auto& two) { return one.first == two.first; };
  if (other->m_gesture != m_gesture ||
      !std::equal(m_nodes.begin(), m_nodes.end(), other->m_nodes.begin(), other->m_nodes.end(), samePool))
    return false;
  setText(other->text());
  return true;
}

ReplaceGpus::ReplaceGpus(PlanDocument& document, const std::vector<std::string>& pools,
                         const std::string& gpu, const std::string& node, int unit)
    : PlanCommand(document, QString()),
      m_next(document.plan()),
      m_presentation(document.plan().presentation) {
  const hardware::Catalogue& catalogue = document.catalogue();
  Specs changed;
  for (const std::string& id : pools) {
    const hardware::PoolSpec* before = findPool(document.plan(), id);
    if (before == nullptr) continue;
    const hardware::PoolSpec& after = changed[id] = withGpus(*before, gpu, node, unit, catalogue);
    if (pools.size() == 1)
      setText(CommandText::tr("Replace GPUs: %1 → %2")
                  .arg(nodeText(*before, catalogue), nodeText(after, catalogue)));
  }
  m_next.cluster.between_pools = linksAfter(document, changed);
  for (hardware::PoolSpec& pool : m_next.cluster.pools)
    if (const auto found = changed.find(pool.id); found != changed.end()) pool = found->second;
  hardware::drop_gone_machine_links(m_next.cluster);
  for (const std::string& id : pools) {
    if (!changed.contains(id)) continue;
    const hardware::PoolSpec& before = *findPool(document.plan(), id);
    const std::string content = nameOfContent(changed[id], catalogue);
    std::string name = id;
    if (isCalledAfterContent(before, catalogue) && content != nameOfContent(before, catalogue)) {
      name = freePoolId(m_next.cluster, content);
      renamePool(m_next, id, name);
      m_presentation = renamedInPresentation(m_presentation, m_next.id, id, name);
    }
    m_ids.push_back(name);
  }
}

ReplaceGpus::ReplaceGpus(PlanDocument& document, const std::string& pool, const std::string& gpu,
                         const std::string& node)
    : ReplaceGpus(document, std::vector<std::string>{pool}, gpu, node) {}

void ReplaceGpus::swapWith(plan::Plan& plan) { swapNames(plan, m_next, m_presentation); }

SetPoolPrice::SetPoolPrice(PlanDocument& document, const std::vector<std::string>& pools,
                           std::optional<double> usd, hardware::CostBasis basis)
    : PlanCommand(document, usd ? CommandText::tr("Set price of %1").arg(quoted(pools))
                                : CommandText::tr("Use catalogue price for %1").arg(quoted(pools))),
      m_field(basis == hardware::CostBasis::rent ? &hardware::PoolSpec::usd_per_gpu_hour
                                                 : &hardware::PoolSpec::purchase_usd_per_gpu) {
  for (const std::string& pool : pools) m_prices[pool] = usd;
  if (basis != hardware::CostBasis::rent)  // one that was stated by the node goes
    for (const std::string& pool : pools) m_nodePrices[pool] = std::nullopt;
}

SetPoolPrice::SetPoolPrice(PlanDocument& document, const std::string& pool, std::optional<double> usd,
                           hardware::CostBasis basis)
    : SetPoolPrice(document, std::vector<std::string>{pool}, usd, basis) {}

void SetPoolPrice::swapWith(plan::Plan& plan) {
  swapEach(plan, m_prices,
           [this](hardware::PoolSpec& pool) -> std::optional<double>& { return pool.*m_field; });
  swapEach(plan, m_nodePrices,
           [](hardware::PoolSpec& pool) -> std::optional<double>& { return pool.usd_per_node; });
}

SetNetworkPrice::SetNetworkPrice(PlanDocument& document, const std::vector<std::string>& pools,
                                 std::optional<double> usd)
    : PlanCommand(document, usd ? CommandText::tr("Set network price of %1").arg(quoted(pools))
                                : CommandText::tr("No network price for %1").arg(quoted(pools))) {
  for (const std::string& pool : pools) m_prices[pool] = usd;
}

void SetNetworkPrice::swapWith(plan::Plan& plan) {
  swapEach(plan, m_prices,
           [](hardware::PoolSpec& pool) -> std::optional<double>& { return pool.network_usd_per_node; });
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

SetNodePower::SetNodePower(PlanDocument& document, const std::string& pool, std::optional<double> kilowatts)
    : PlanCommand(document, kilowatts ? CommandText::tr("Set power of a node of %1").arg(quoted(pool))
                                      : CommandText::tr("Use known power of a node of %1").arg(quoted(pool))),
      m_pool(pool),
      m_kilowatts(kilowatts) {}

void SetNodePower::swapWith(plan::Plan& plan) {
  if (hardware::PoolSpec* pool = findPool(plan, m_pool)) std::swap(pool->kw_per_node, m_kilowatts);
}

SetSeller::SetSeller(PlanDocument& document, hardware::PoolSpec as)
    : PlanCommand(document,
                  CommandText::tr("Set provider and region of %1").arg(quoted(std::as_const(as.id)))),
      m_as(std::move(as)) {}

void SetSeller::swapWith(plan::Plan& plan) {
  hardware::PoolSpec* pool = findPool(plan, m_as.id);
  if (pool == nullptr) return;
  std::swap(pool->provider, m_as.provider);
  std::swap(pool->region, m_as.region);
  std::swap(pool->interruptions_per_node_hour, m_as.interruptions_per_node_hour);
}

SetUnit::SetUnit(PlanDocument& document, const std::vector<std::string>& pools, int unit)
    : PlanCommand(document,
                  unit == hardware::PoolSpec::kWholeNode
                      ? CommandText::tr("Pay for whole nodes of %1").arg(quoted(pools))
                  : unit == 1
                      ? CommandText::tr("Pay for single GPUs of %1").arg(quoted(pools))
                      : CommandText::tr("Pay for %n GPUs of %1 at once", nullptr, unit).arg(quoted(pools))) {
  for (const std::string& pool : pools) m_units[pool] = unit;
}

void SetUnit::swapWith(plan::Plan& plan) {
  swapEach(plan, m_units, [](hardware::PoolSpec& pool) -> int& { return pool.unit; });
}

PayWholeNodes::PayWholeNodes(PlanDocument& document)
    : PlanCommand(document, CommandText::tr("Pay for whole nodes")) {
  for (const plan::Scenario* scenario : plan::scenarios(document.plan()))
    for (const hardware::PoolSpec& pool : scenario->cluster.pools)
      if (pool.unit == 1) m_units[{scenario->id, pool.id}] = hardware::PoolSpec::kWholeNode;
}

void PayWholeNodes::swapWith(plan::Plan& plan) {
  const auto each = [this](plan::Scenario& scenario) {
    for (hardware::PoolSpec& pool : scenario.cluster.pools)
      if (const auto found = m_units.find({scenario.id, pool.id}); found != m_units.end())
        std::swap(pool.unit, found->second);
  };
  each(plan);
  for (plan::Scenario& other : plan.others) each(other);
}

SetNetworkReduction::SetNetworkReduction(PlanDocument& document, const std::vector<std::string>& pools,
                                         bool on)
    : PlanCommand(document, on ? CommandText::tr("In-network reduction (SHARP)")
                               : CommandText::tr("No in-network reduction")) {
  for (const std::string& pool : pools) m_values[pool] = on;
}

void SetNetworkReduction::swapWith(plan::Plan& plan) {
  for (auto& [id, value] : m_values)
    if (hardware::PoolSpec* pool = findPool(plan, id)) std::swap(pool->in_network_reduction, value);
}

SetPoolNetwork::SetPoolNetwork(PlanDocument& document, const std::vector<std::string>& pools,
                               std::optional<double> gbPerSecond)
    : PlanCommand(document, gbPerSecond
                                ? CommandText::tr("Set network of %1").arg(quoted(pools))
                                : CommandText::tr("Use catalogue network for %1").arg(quoted(pools))) {
  Specs changed;
  for (const std::string& id : pools) {
    const hardware::PoolSpec* before = findPool(document.plan(), id);
    if (before == nullptr) continue;
    m_networks[id] = gbPerSecond;
    (changed[id] = *before).inter_node_gb_per_s = gbPerSecond;
  }
  m_links = linksAfter(document, changed);
}

SetPoolNetwork::SetPoolNetwork(PlanDocument& document, const std::string& pool,
                               std::optional<double> gbPerSecond)
    : SetPoolNetwork(document, std::vector<std::string>{pool}, gbPerSecond) {}

void SetPoolNetwork::swapWith(plan::Plan& plan) {
  if (m_networks.empty()) return;
  swapEach(plan, m_networks,
           [](hardware::PoolSpec& pool) -> std::optional<double>& { return pool.inter_node_gb_per_s; });
  std::swap(plan.cluster.between_pools, m_links);
}

}  // namespace astrolabe::ui
