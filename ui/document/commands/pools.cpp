#include "ui/document/commands/pools.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/hardware/machine_links.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/document/commands/pool_names.h"

namespace astrolabe::ui {

quint64 nextGesture() {
  static quint64 gesture = 0;
  return ++gesture;
}

namespace {

/// Machines with a list price or a quote to buy, none of which is let at any commitment.
bool onlySold(const std::vector<hardware::PoolSpec>& pools, const hardware::Catalogue& catalogue) {
  using hardware::Commitment;
  return !pools.empty() && std::all_of(pools.begin(), pools.end(), [&](const hardware::PoolSpec& pool) {
    for (const Commitment commitment :
         {Commitment::on_demand, Commitment::reserved_1y, Commitment::reserved_3y, Commitment::spot})
      if (hardware::pool_rent(pool, catalogue, commitment)) return false;
    const auto price = hardware::pool_purchase(pool, catalogue);
    return price && !price->gpu_alone;
  });
}

}  // namespace

AddPools::AddPools(PlanDocument& document, std::vector<hardware::PoolSpec> pools,
                   const std::vector<plan::Position>& positions, How how,
                   std::vector<hardware::BetweenPools> links, const std::string& rack)
    : ClusterCommand(document, QString()), m_basis(document.plan().job.cost.basis) {
  m_cluster = document.plan().cluster;
  m_layout = document.plan().layout;
  const strategy::Job& job = document.plan().job;
  if (how == How::Add && m_cluster.pools.empty() && !strategy::is_stated(job, "cost.basis") &&
      onlySold(pools, document.catalogue()))
    m_basis = hardware::CostBasis::buy;
  std::map<std::string, std::string> renamed;
  std::set<std::string> taken;
  for (const hardware::PoolSpec& pool : m_cluster.pools) taken.insert(pool.id);
  for (std::size_t i = 0; i < pools.size(); ++i) {
    hardware::PoolSpec& pool = pools[i];
    const std::string id = freeName(pool.id, [&](const std::string& name) { return taken.contains(name); });
    taken.insert(id);
    renamed[pool.id] = id;
    pool.id = id;
    m_ids.push_back(id);
    m_cluster.pools.push_back(pool);
    if (i < positions.size()) m_layout[id] = positions[i];
  }
  for (hardware::BetweenPools& link : links) {  // between these pools, or to one of the plan
    if (!taken.contains(link.a) && !renamed.contains(link.a)) continue;
    if (!taken.contains(link.b) && !renamed.contains(link.b)) continue;
    for (std::string* end : {&link.a, &link.b})
      if (const auto added = renamed.find(*end); added != renamed.end()) *end = added->second;
    m_cluster.between_pools.push_back(link);
  }
  for (plan::Rack& shown : m_racks)
    if (!rack.empty() && shown.name == rack)
      shown.pools.insert(shown.pools.end(), m_ids.begin(), m_ids.end());
  if (!pools.empty()) addMissingLinks(m_cluster, document.catalogue());
  const int count = static_cast<int>(pools.size());
  const QString what = count == 1 ? CommandText::tr("%1 × %2", "nodes × node")
                                        .arg(pools.front().nodes)
                                        .arg(nodeText(pools.front(), document.catalogue()))
                                  : CommandText::tr("%n pools", nullptr, count);
  switch (how) {
    case How::Add:
      setText(CommandText::tr("Add %1").arg(what));
      break;
    case How::Paste:
      setText(CommandText::tr("Paste %1").arg(what));
      break;
    case How::Duplicate:
      setText(CommandText::tr("Duplicate %1").arg(what));
      break;
  }
}

void AddPools::swapWith(plan::Plan& plan) {
  ClusterCommand::swapWith(plan);
  std::swap(plan.job.cost.basis, m_basis);
}

RemovePools::RemovePools(PlanDocument& document, const std::vector<std::string>& ids, bool cut)
    : ClusterCommand(document, QString()) {
  m_cluster = document.plan().cluster;
  m_layout = document.plan().layout;
  const std::set<std::string> leaving(ids.begin(), ids.end());
  const auto gone = [&](const std::string& id) { return leaving.contains(id); };
  int nodes = 0;
  for (const hardware::PoolSpec& pool : m_cluster.pools)
    if (gone(pool.id)) nodes += pool.nodes;
  std::erase_if(m_cluster.pools, [&](const auto& pool) { return gone(pool.id); });
  std::erase_if(m_cluster.between_pools, [&](const auto& link) { return gone(link.a) || gone(link.b); });
  hardware::drop_gone_machine_links(m_cluster);
  std::erase_if(m_layout, [&](const auto& tile) { return gone(tile.first); });
  for (plan::Rack& rack : m_racks) std::erase_if(rack.pools, gone);
  std::erase_if(m_racks, [](const plan::Rack& rack) { return rack.pools.empty(); });
  if (m_cluster.choose)
    std::erase_if(m_cluster.choose->max_gpus_per_pool, [&](const auto& limit) { return gone(limit.first); });
  setText(cut ? CommandText::tr("Cut %n nodes", nullptr, nodes)
              : CommandText::tr("Delete %n nodes", nullptr, nodes));
}

RenamePool::RenamePool(PlanDocument& document, const std::string& from, const std::string& to)
    : PlanCommand(
          document,
          CommandText::tr("Rename %1 to %2").arg(QString::fromStdString(from), QString::fromStdString(to))),
      m_next(document.plan()),
      m_presentation(renamedInPresentation(document.plan().presentation, document.plan().id, from, to)) {
  renamePool(m_next, from, to);
}

void RenamePool::swapWith(plan::Plan& plan) { swapNames(plan, m_next, m_presentation); }

}  // namespace astrolabe::ui
