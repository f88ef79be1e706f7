// Questions of the canvas about what is paid for: the unit of it, what a machine draws, and a cluster without
// some of them.

#include <algorithm>

#include "core/hardware/pool_unit.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/properties_dialog.h"
#include "ui/canvas/seller_dialog.h"
#include "ui/canvas/value_dialog.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/scenarios.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

void ClusterView::askUnit() {
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) return void(message(tr("Select one pool first"), false));
  const std::string id = pool->id;
  const hardware::Catalogue& catalogue = m_document.catalogue();
  const int node = poolGpusPerNode(*pool, catalogue), all = pool->nodes * node;
  const int rack = hardware::gpus_of_rack(*pool, catalogue);
  const bool whole = pool->unit == hardware::PoolSpec::kWholeNode;
  ValueDialog::Ask ask;
  ask.title = tr("Unit of purchase of %1").arg(QString::fromStdString(id));
  ask.label = tr("GPUs paid for at once:");
  ask.note =
      tr("What is rented or bought at once; GPUs of it that a strategy leaves idle are paid too. A node "
         "has %n GPUs. Less is a part of one, such as half a node or a tray, or 1 for single GPUs; more "
         "is several whole nodes, such as a rack.",
         nullptr, node);
  ask.value = whole ? node : pool->unit;
  ask.least = 1;
  ask.most = std::max(all, rack);
  if (rack > 0) ask.choices.emplace_back(tr("A rack: %1 nodes").arg(wholeText(rack / node)), rack);
  ask.choices.emplace_back(tr("A node"), node);
  if (node > 2 && node % 2 == 0) ask.choices.emplace_back(tr("Half a node"), node / 2);
  if (node > 1) ask.choices.emplace_back(tr("A single GPU"), 1);
  ask.also = [this, id](double gpus) { return unitFigures(m_document, id, static_cast<int>(gpus)); };
  ask.reset = tr("Whole nodes");
  const auto answer = ValueDialog::ask(ask, this);
  if (!answer) return;
  const int typed = *answer ? static_cast<int>(**answer) : node;
  // As the reader of clusters asks for; a pool that is to be had by the rack gets whole ones.
  const int nodes = typed == rack ? (all + rack - 1) / rack * (rack / node) : pool->nodes;
  const bool fits = (node % typed == 0 || typed % node == 0) && nodes * node % typed == 0;
  if (!fits)
    return void(message(tr("%1 GPUs are no part of a node of %2 GPUs and no number of whole nodes that "
                           "divides the %3 of this pool: nothing was changed")
                            .arg(wholeText(typed), wholeText(node), wholeText(pool->nodes)),
                        false));
  const int unit = typed == node ? hardware::PoolSpec::kWholeNode : typed;
  if (unit == pool->unit) return;
  if (nodes == pool->nodes) return push(new SetUnit(m_document, {id}, unit));
  QUndoStack& steps = m_document.undoStack();
  steps.beginMacro(tr("Have %1 by the rack: %n nodes", nullptr, nodes).arg(QString::fromStdString(id)));
  push(new SetNodeCount(m_document, id, nodes), false);
  push(new SetUnit(m_document, {id}, unit), false);
  steps.endMacro();
  emit message(steps.undoText(), true);
}

bool ClusterView::canTryWithout() const {
  const std::size_t chosen = m_scene->selectedPools().size();
  return chosen > 0 && chosen < m_document.plan().cluster.pools.size();
}

void ClusterView::tryWithout() {
  if (!canTryWithout())
    return void(message(tr("Select the pools to do without first; others have to remain"), false));
  push(scenarioWithout(m_document, m_scene->selectedPools()));
}

void ClusterView::askSeller() {
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) return void(message(tr("Select one pool first"), false));
  const hardware::PoolSpec before = *pool;
  SellerDialog dialog(before, m_document.catalogue(), m_document.plan().job.cost.commitment, this);
  if (dialog.exec() == QDialog::Accepted && dialog.pool() != before)
    push(new SetSeller(m_document, dialog.pool()));
}

void ClusterView::askNodePower() {
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) return void(message(tr("Select one pool first"), false));
  constexpr double kMostKilowatts = 10'000.0, kWatts = 1000.0;
  const std::string id = pool->id;
  const std::optional<double> watts = poolPower(*pool, m_document.catalogue());
  const bool estimated = poolPowerEstimated(*pool, m_document.catalogue());
  ValueDialog::Ask ask;
  ask.title = tr("Power of a node of %1").arg(QString::fromStdString(id));
  ask.label = tr("A node at full load:");
  ask.unit = tr("kW");
  ask.note = estimated
                 ? tr("No figure of this machine is known: what stands here is an estimate from its GPUs. "
                      "The whole machine, without switches and cooling.")
                 : tr("The whole machine, without switches and cooling.");
  ask.value = watts ? std::optional(*watts / kWatts) : std::nullopt;
  ask.empty = watts ? QString() : tr("not known");
  ask.least = 0.001;
  ask.most = kMostKilowatts;
  ask.decimals = 3;
  ask.reset = tr("Use known value");
  const auto answer = ValueDialog::ask(ask, this);
  if (answer && *answer != pool->kw_per_node) push(new SetNodePower(m_document, id, *answer));
}

}  // namespace astrolabe::ui
