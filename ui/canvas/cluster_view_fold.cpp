// Nodes as one tile or as many, and the way to a tile by its name.
#include <QComboBox>
#include <QCompleter>
#include <QInputDialog>
#include <QLineEdit>
#include <algorithm>
#include <map>

#include "core/hardware/pool_unit.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/pool_item.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/pool_marks.h"

namespace astrolabe::ui {

namespace {

constexpr int kMostTiles = 64;  ///< that one step may make

/// What makes nodes identical: everything but how many there are and what they are called.
bool sameNodes(hardware::PoolSpec a, const hardware::PoolSpec& b) {
  a.id = b.id;
  a.nodes = b.nodes;
  return a == b;
}

}  // namespace

void ClusterView::expandSelection() {
  /// A node, or as many as are had at once.
  const auto nodesOfTile = [this](const hardware::PoolSpec& pool) {
    const int unit = hardware::nodes_at_once(pool, m_document.catalogue());
    return pool.nodes % unit == 0 ? unit : 1;
  };
  std::vector<hardware::PoolSpec> whole;
  int tiles = 0;
  for (const std::string& id : m_scene->selectedPools())
    if (const hardware::PoolSpec* pool = findPool(m_document.plan(), id);
        pool != nullptr && pool->nodes > nodesOfTile(*pool)) {
      whole.push_back(*pool);
      tiles += pool->nodes / nodesOfTile(*pool);
    }
  if (whole.empty()) return void(message(tr("Select a tile of several nodes first"), false));
  if (tiles > kMostTiles)
    return void(message(tr("More than %1 tiles at once would hide the cluster").arg(kMostTiles), false));
  QUndoStack& steps = m_document.undoStack();
  steps.beginMacro(tr("Expand to %n tiles", nullptr, tiles));
  std::vector<std::string> shown;
  for (const hardware::PoolSpec& pool : whole) {
    plan::Layout taken = tilePositions(m_document.plan());
    const plan::Position corner = taken.at(pool.id);
    const QRectF below(corner.x, corner.y, 4.0 * (kTileWidth + kGrid), 1e6);
    hardware::PoolSpec one = pool;
    one.nodes = nodesOfTile(pool);
    std::vector<hardware::PoolSpec> others(static_cast<std::size_t>(pool.nodes / one.nodes - 1), one);
    const int gpus = poolGpusPerNode(pool, m_document.catalogue());
    for (std::size_t i = 0; i < others.size(); ++i)
      setMarks(others[i], marksOfNodes(marksOf(pool), static_cast<int>(i + 1) * one.nodes, one.nodes, gpus));
    std::vector<plan::Position> places;
    for (std::size_t i = 0; i < others.size(); ++i) {
      places.push_back(freeSpot(taken, below));
      std::string name(1, '\n');  // no pool is called so
      name += std::to_string(i);
      taken[name] = places.back();
    }
    const plan::Rack* rack = rackOf(m_document.plan(), pool.id);
    const std::string rackName = rack != nullptr ? rack->name : std::string();
    steps.push(new SetNodeCount(m_document, pool.id, one.nodes));
    auto* added = new AddPools(m_document, others, places, AddPools::How::Duplicate, {}, rackName);
    shown.push_back(pool.id);
    shown.insert(shown.end(), added->ids().begin(), added->ids().end());
    steps.push(added);
  }
  steps.endMacro();
  m_scene->select(shown);
  emit message(steps.undoText(), true);
}

void ClusterView::collapseSelection() {
  const std::vector<std::string> chosen = m_scene->selectedPools();
  const plan::Plan before = m_document.plan();
  struct Pile {
    hardware::PoolSpec kept;
    int nodes = 0;
    std::vector<std::string> others;
  };
  std::vector<Pile> piles;
  for (const hardware::PoolSpec& pool : before.cluster.pools) {
    if (std::find(chosen.begin(), chosen.end(), pool.id) == chosen.end()) continue;
    const auto pile = std::find_if(piles.begin(), piles.end(),
                                   [&](const Pile& each) { return sameNodes(each.kept, pool); });
    if (pile == piles.end()) {
      piles.push_back({pool, pool.nodes, {}});
    } else {
      pile->nodes += pool.nodes;
      pile->others.push_back(pool.id);
    }
  }
  std::erase_if(piles, [](const Pile& pile) { return pile.others.empty(); });
  if (piles.empty()) return void(message(tr("Select tiles of identical nodes first"), false));
  QUndoStack& steps = m_document.undoStack();
  steps.beginMacro(tr("Collapse identical nodes"));
  std::vector<std::string> shown;
  for (const Pile& pile : piles) {
    std::optional<hardware::Choose> choose = before.cluster.choose;
    steps.push(new RemovePools(m_document, pile.others));
    steps.push(new SetNodeCount(m_document, pile.kept.id, pile.nodes));
    if (choose && !choose->max_gpus_per_pool.empty()) {  // limits of the parts make that of the whole
      std::optional<int> sum;
      std::vector<std::string> parts = pile.others;
      parts.push_back(pile.kept.id);
      for (const std::string& part : parts) {
        const auto limit = choose->max_gpus_per_pool.find(part);
        const hardware::PoolSpec* spec = findPool(before, part);
        if (limit != choose->max_gpus_per_pool.end())
          sum = sum.value_or(0) + limit->second;
        else
          sum = sum.value_or(0) + spec->nodes * poolGpusPerNode(*spec, m_document.catalogue());
      }
      hardware::Choose next = m_document.plan().cluster.choose.value_or(hardware::Choose{});
      next.max_gpus_per_pool[pile.kept.id] = *sum;
      steps.push(new SetChoose(m_document, next));
    }
    shown.push_back(pile.kept.id);
  }
  steps.endMacro();
  m_scene->select(shown);
  emit message(steps.undoText(), true);
}

QString ClusterView::askName(const QString& title, const QString& label, const QStringList& names,
                             const QString& now) {
  QInputDialog dialog(this);
  dialog.setWindowTitle(title);
  dialog.setLabelText(label);
  dialog.setComboBoxItems(names);
  dialog.setComboBoxEditable(true);
  dialog.setTextValue(now);
  if (auto* box = dialog.findChild<QComboBox*>()) {
    box->setAccessibleName(label);
    box->lineEdit()->setAccessibleName(label);
    box->lineEdit()->selectAll();
    box->completer()->setCaseSensitivity(Qt::CaseInsensitive);
    box->completer()->setFilterMode(Qt::MatchContains);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
  }
  if (dialog.exec() != QDialog::Accepted) return {};
  const QString typed = dialog.textValue().trimmed();
  const auto found = [&](auto fits) {
    const auto name = std::find_if(names.begin(), names.end(), fits);
    return name != names.end() ? *name : QString();
  };
  if (typed.isEmpty()) return {};
  const QString whole =
      found([&](const QString& name) { return name.compare(typed, Qt::CaseInsensitive) == 0; });
  if (!whole.isEmpty()) return whole;
  const QString part = found([&](const QString& name) { return name.contains(typed, Qt::CaseInsensitive); });
  if (part.isEmpty()) emit message(tr("Nothing is called “%1”").arg(typed), false);
  return part;
}

void ClusterView::goToNode() {
  const plan::Plan& plan = m_document.plan();
  std::map<QString, CanvasThing> things;
  for (const hardware::PoolSpec& pool : plan.cluster.pools)
    things.try_emplace(QString::fromStdString(pool.id), CanvasThing{CanvasThing::Kind::Pool, pool.id});
  for (const plan::Rack& rack : plan.racks) {
    const QString name = QString::fromStdString(rack.name);
    const bool shared = findPool(plan, rack.name) != nullptr;
    things.try_emplace(shared ? tr("%1 (rack)", "a name that a pool has, too").arg(name) : name,
                       CanvasThing{CanvasThing::Kind::Rack, rack.name});
  }
  if (things.empty()) return;
  QStringList names;
  for (const auto& [name, thing] : things) names << name;
  names.sort(Qt::CaseInsensitive);
  const QString name = askName(tr("Go to node"), tr("Name of a pool or a rack:"), names, names.front());
  if (const auto found = things.find(name); found != things.end()) showThing(found->second);
}

void ClusterView::showThing(const CanvasThing& thing) {
  m_scene->selectThings({thing});
  if (const QGraphicsItem* shown = m_scene->itemOf(thing)) ensureVisible(shown);
  setFocus(Qt::OtherFocusReason);
}

}  // namespace astrolabe::ui
