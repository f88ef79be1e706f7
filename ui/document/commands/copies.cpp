#include "ui/document/commands/copies.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/plan/scenarios.h"
#include "ui/document/commands/notes.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/document/commands/racks.h"
#include "ui/document/commands/type_values.h"

namespace astrolabe::ui {

namespace {

/// Adds what the list has none of under the id; `wanted` may refuse it.
template <class Type, class Wanted>
void addNew(std::vector<Type>& list, const std::vector<Type>& more, std::string Type::*id,
            const Wanted& wanted) {
  for (const Type& type : more)
    if (wanted(type) &&
        std::none_of(list.begin(), list.end(), [&](const Type& known) { return known.*id == type.*id; }))
      list.push_back(type);
}

void addQuote(hardware::OwnTypes& types, const hardware::Quote& quote) {
  if (std::find(types.quotes.begin(), types.quotes.end(), quote) == types.quotes.end())
    types.quotes.push_back(quote);
}

/// What the pools of all scenarios are made of.
struct Used {
  std::set<std::string> gpus, nodes;
  Used(const plan::Plan& plan, const hardware::Catalogue& catalogue) {
    for (const plan::Scenario* scenario : plan::scenarios(plan))
      for (const hardware::PoolSpec& pool : scenario->cluster.pools) {
        if (const hardware::NodeType* node = hardware::pool_node(pool, catalogue)) nodes.insert(node->id);
        if (const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue)) gpus.insert(gpu->id);
      }
  }
};

hardware::OwnTypes withNew(const PlanDocument& document, const hardware::OwnTypes& brought) {
  hardware::OwnTypes types = document.plan().own_types;
  if (brought.empty()) return types;
  const Used used(document.plan(), document.catalogue());
  addNew(types.gpus, brought.gpus, &hardware::Gpu::id,
         [&](const hardware::Gpu& gpu) { return !used.gpus.contains(gpu.id); });
  addNew(types.nodes, brought.nodes, &hardware::NodeType::id,
         [&](const hardware::NodeType& node) { return !used.nodes.contains(node.id); });
  addNew(types.gpu_rents, brought.gpu_rents, &hardware::GpuRent::gpu_id,
         [&](const hardware::GpuRent& rent) { return !used.gpus.contains(rent.gpu_id); });
  addNew(types.gpu_prices, brought.gpu_prices, &hardware::GpuPrice::gpu_id,
         [&](const hardware::GpuPrice& price) { return !used.gpus.contains(price.gpu_id); });
  for (const hardware::Quote& quote : brought.quotes)
    if (!used.gpus.contains(quote.gpu) && !used.nodes.contains(quote.node)) addQuote(types, quote);
  return types;
}

/// What of `brought` has other values in `after`, by the names of types and of GPUs with prices.
QString keptText(const hardware::OwnTypes& brought, const hardware::Catalogue& after) {
  QStringList types, prices, told;
  for (const hardware::Gpu& gpu : brought.gpus)
    if (typesDiffer(&gpu, after.find_gpu(gpu.id))) types << QString::fromStdString(gpu.name);
  for (const hardware::NodeType& node : brought.nodes)
    if (typesDiffer(&node, after.find_node(node.id))) types << QString::fromStdString(node.name);
  const auto compare = [&](const auto& price, const auto* here) {
    if (here != nullptr && here->price.value == price.price.value) return;
    const hardware::Gpu* gpu = after.find_gpu(price.gpu_id);
    prices << QString::fromStdString(gpu != nullptr ? gpu->name : price.gpu_id);
  };
  for (const hardware::GpuRent& rent : brought.gpu_rents) compare(rent, after.own_rent(rent.gpu_id));
  for (const hardware::GpuPrice& price : brought.gpu_prices) compare(price, after.own_price(price.gpu_id));
  types.removeDuplicates();
  prices.removeDuplicates();
  if (!types.isEmpty())
    told << CommandText::tr("These types stay as this plan has them: %1.")
                .arg(types.join(QStringLiteral(", ")));
  if (!prices.isEmpty())
    told << CommandText::tr("These GPUs keep the prices of this plan: %1.")
                .arg(prices.join(QStringLiteral(", ")));
  return told.join(QLatin1Char(' '));
}

}  // namespace

hardware::OwnTypes ownTypesOf(const std::vector<hardware::PoolSpec>& pools,
                              const hardware::Catalogue& catalogue) {
  hardware::OwnTypes types;
  const auto any = [](const auto&) { return true; };
  for (const hardware::PoolSpec& pool : pools) {
    const hardware::NodeType* node = hardware::pool_node(pool, catalogue);
    const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue);
    if (node != nullptr && node->source.own) addNew(types.nodes, {*node}, &hardware::NodeType::id, any);
    if (gpu == nullptr) continue;
    if (gpu->source.own) addNew(types.gpus, {*gpu}, &hardware::Gpu::id, any);
    if (const hardware::GpuRent* rent = catalogue.own_rent(gpu->id))
      addNew(types.gpu_rents, {*rent}, &hardware::GpuRent::gpu_id, any);
    if (const hardware::GpuPrice* price = catalogue.own_price(gpu->id))
      addNew(types.gpu_prices, {*price}, &hardware::GpuPrice::gpu_id, any);
    for (const hardware::Quote& quote : catalogue.quotes())
      if (quote.gpu == gpu->id || (node != nullptr && quote.node == node->id)) addQuote(types, quote);
  }
  return types;
}

AddCopies::AddCopies(PlanDocument& document, const Copies& copies, How how)
    : AddPools(document, copies.pools, copies.positions, how, copies.links),
      m_notes(document.plan().notes),
      m_types(withNew(document, copies.types)) {
  if (!copies.types.empty()) {
    const hardware::Catalogue after = document.catalogue().with(m_types);
    addMissingLinks(m_cluster, after);
    m_kept = keptText(copies.types, after);
  }
  std::map<std::string, std::string> renamed;
  for (std::size_t i = 0; i < copies.pools.size(); ++i) renamed[copies.pools[i].id] = m_ids[i];
  for (plan::Rack rack : copies.racks) {
    rack.name = freeRackName(m_racks, rack.name);
    for (std::string& pool : rack.pools) pool = renamed.at(pool);
    m_ids.push_back(rack.name);
    m_racks.push_back(std::move(rack));
  }
  for (plan::Note note : copies.notes) {
    note.id = freeNoteId(m_notes);
    m_ids.push_back(note.id);
    m_notes.push_back(std::move(note));
  }
  if (copies.racks.empty() && copies.notes.empty()) return;
  setText(how == How::Duplicate ? CommandText::tr("Duplicate %n objects", nullptr, copies.count())
                                : CommandText::tr("Paste %n objects", nullptr, copies.count()));
}

void AddCopies::swapWith(plan::Plan& plan) {
  AddPools::swapWith(plan);
  std::swap(plan.notes, m_notes);
  std::swap(plan.own_types, m_types);
}

}  // namespace astrolabe::ui
