#include "ui/document/commands/import_scenarios.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/calibration/calibration.h"
#include "core/hardware/pool_price.h"
#include "ui/document/commands/adopt_plan.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/document/commands/type_values.h"
#include "ui/render/calibration_text.h"

namespace astrolabe::ui {

namespace {

/// The two meanings of the names in a pool.
class Reading {
 public:
  Reading(const hardware::PoolSpec& pool, const hardware::Catalogue& theirs, const hardware::Catalogue& ours)
      : m_node(hardware::pool_node(pool, theirs)),
        m_gpu(hardware::pool_gpu(pool, theirs)),
        m_theirs(theirs),
        m_ours(ours) {}
  const hardware::NodeType* node() const { return m_node; }
  const hardware::Gpu* gpu() const { return m_gpu; }
  bool otherGpu() const { return m_gpu != nullptr && typesDiffer(m_gpu, m_ours.find_gpu(m_gpu->id)); }
  bool otherNode() const { return m_node != nullptr && typesDiffer(m_node, m_ours.find_node(m_node->id)); }
  /// Prices of the GPU type itself.
  bool otherPrices() const {
    if (m_gpu == nullptr || m_ours.find_gpu(m_gpu->id) == nullptr) return false;
    const auto sum = [](const auto* price) { return price == nullptr ? -1.0 : price->price.value; };
    return sum(m_theirs.own_rent(m_gpu->id)) != sum(m_ours.own_rent(m_gpu->id)) ||
           sum(m_theirs.purchase_price(m_gpu->id)) != sum(m_ours.purchase_price(m_gpu->id));
  }

 private:
  const hardware::NodeType* m_node;
  const hardware::Gpu* m_gpu;
  const hardware::Catalogue &m_theirs, &m_ours;
};

/// Brings scenarios over, their types first.
class Import {
 public:
  Import(const PlanDocument& document, const plan::Plan& from, Meaning meaning)
      : m_ours(document.catalogue()),
        m_theirs(plan::catalogue_of(from, hardware::Catalogue::built_in())),
        m_plan(document.plan()),
        m_meaning(meaning) {}

  plan::Plan run(const plan::Plan& from) {
    addMissing(from.own_types);
    for (const plan::Scenario* scenario : plan::scenarios(from)) {
      plan::Scenario copy = *scenario;
      if (m_meaning == Meaning::Theirs)
        for (hardware::PoolSpec& pool : copy.cluster.pools) take(pool, copy.job.cost.commitment);
      plan::add_scenario(m_plan, std::move(copy));
    }
    return std::move(m_plan);
  }

 private:
  /// What has no meaning here yet.
  void addMissing(const hardware::OwnTypes& more) {
    for (const hardware::Gpu& gpu : more.gpus)
      if (m_ours.find_gpu(gpu.id) == nullptr) m_plan.own_types.gpus.push_back(gpu);
    for (const hardware::NodeType& node : more.nodes)
      if (m_ours.find_node(node.id) == nullptr) m_plan.own_types.nodes.push_back(node);
    for (const hardware::GpuRent& rent : more.gpu_rents)
      if (m_ours.find_gpu(rent.gpu_id) == nullptr) m_plan.own_types.gpu_rents.push_back(rent);
    for (const hardware::GpuPrice& price : more.gpu_prices)
      if (m_ours.find_gpu(price.gpu_id) == nullptr) m_plan.own_types.gpu_prices.push_back(price);
  }

  /// The pool with what it means there: types of another meaning under a new name, prices as its own.
  void take(hardware::PoolSpec& pool, hardware::Commitment commitment) {
    const hardware::PoolSpec before = pool;
    const Reading reading(before, m_theirs, m_ours);
    const std::string gpu = reading.otherGpu() ? newGpu(*reading.gpu()) : std::string();
    if (before.node.empty() && !gpu.empty()) pool.gpu = gpu;
    if (reading.node() != nullptr && (reading.otherNode() || !gpu.empty()))
      pool.node = newNode(*reading.node(), gpu);
    const hardware::Catalogue now = plan::catalogue_of(m_plan, hardware::Catalogue::built_in());
    const auto sum = [](const auto& price) {
      return price ? std::optional(price->usd_per_gpu) : std::nullopt;
    };
    if (const auto rent = sum(hardware::pool_rent(before, m_theirs, commitment));
        rent && rent != sum(hardware::pool_rent(pool, now, commitment)))
      pool.usd_per_gpu_hour = rent;
    if (const auto price = sum(hardware::pool_purchase(before, m_theirs));
        price && price != sum(hardware::pool_purchase(pool, now))) {
      pool.purchase_usd_per_gpu = price;
      pool.usd_per_node.reset();
    }
  }

  std::string newGpu(const hardware::Gpu& theirs) {
    std::string& id = m_gpus[theirs.id];
    if (!id.empty()) return id;
    id = freeName(theirs.id, [this](const std::string& name) {
      return m_ours.find_gpu(name) != nullptr || has(m_plan.own_types.gpus, name);
    });
    hardware::Gpu copy = theirs;
    copy.id = id;
    copy.source.own = true;
    if (copy.like.empty()) copy.like = theirs.id;  // measured kernels go by the name of the type
    m_plan.own_types.gpus.push_back(std::move(copy));
    return id;
  }

  std::string newNode(const hardware::NodeType& theirs, const std::string& gpu) {
    std::string& id = m_nodes[theirs.id];
    if (!id.empty()) return id;
    id = freeName(theirs.id, [this](const std::string& name) {
      return m_ours.find_node(name) != nullptr || has(m_plan.own_types.nodes, name);
    });
    hardware::NodeType copy = theirs;
    copy.id = id;
    copy.source.own = true;
    if (!gpu.empty()) copy.gpu_id = gpu;
    m_plan.own_types.nodes.push_back(std::move(copy));
    return id;
  }

  template <class Type>
  static bool has(const std::vector<Type>& types, const std::string& id) {
    return std::any_of(types.begin(), types.end(), [&](const Type& type) { return type.id == id; });
  }

  const hardware::Catalogue& m_ours;
  const hardware::Catalogue m_theirs;
  plan::Plan m_plan;
  Meaning m_meaning;
  std::map<std::string, std::string> m_gpus, m_nodes;  ///< new names
};

/// Their constants where they are others, and the types of both plans that those say nothing of.
void addConstants(ImportConflicts& conflicts, const PlanDocument& document, const plan::Plan& from,
                  const hardware::Catalogue& theirs) {
  conflicts.calibration = !calibration::same_constants(from.calibration, document.plan().calibration);
  conflicts.published = from.calibration.empty();
  if (!conflicts.calibration) return;
  if (conflicts.published) {
    conflicts.constants = CommandText::tr("the published ones", "constants");
    return;
  }
  const auto read = calibration::read_calibration_text(from.calibration);
  if (!read) return;
  conflicts.constants = calibrationText(*read);
  const auto look = [&](const plan::Plan& plan, const hardware::Catalogue& catalogue) {
    for (const plan::Scenario* scenario : plan::scenarios(plan))
      for (const hardware::PoolSpec& pool : scenario->cluster.pools)
        if (const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue);
            gpu != nullptr && !calibration::made_on(*read, *gpu))
          conflicts.uncovered << QString::fromStdString(gpu->name);
  };
  look(document.plan(), document.catalogue());
  look(from, theirs);
  conflicts.uncovered.removeDuplicates();
}

}  // namespace

ImportConflicts importConflicts(const PlanDocument& document, const plan::Plan& from) {
  ImportConflicts conflicts;
  const hardware::Catalogue theirs = plan::catalogue_of(from, hardware::Catalogue::built_in());
  for (const plan::Scenario* scenario : plan::scenarios(from))
    for (const hardware::PoolSpec& pool : scenario->cluster.pools) {
      const Reading reading(pool, theirs, document.catalogue());
      if (reading.otherGpu()) conflicts.types << QString::fromStdString(reading.gpu()->name);
      if (reading.otherNode()) conflicts.types << QString::fromStdString(reading.node()->name);
      if (reading.otherPrices()) conflicts.prices << QString::fromStdString(reading.gpu()->name);
    }
  conflicts.types.removeDuplicates();
  conflicts.prices.removeDuplicates();
  addConstants(conflicts, document, from, theirs);
  return conflicts;
}

QUndoCommand* importScenarios(PlanDocument& document, const plan::Plan& from, Meaning meaning,
                              bool constants) {
  plan::Plan next = Import(document, from, meaning).run(from);
  if (constants) next.calibration = from.calibration;
  return new AdoptPlan(document, std::move(next), CommandText::tr("Import scenarios"));
}

}  // namespace astrolabe::ui
