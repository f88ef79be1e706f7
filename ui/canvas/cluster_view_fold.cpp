// Nodes as one tile or as many, and the way to a tile by its name.
#include <QComboBox>
#include <QCompleter>
#include <QInputDialog>
#include <QLineEdit>
#include <algorithm>
#include <map>
#include <numeric>

#include "core/hardware/join_pools.h"
#include "core/hardware/pool_unit.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/pool_item.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/pool_marks.h"

namespace astrolabe::ui {

namespace {

constexpr int kMostTiles = 64;  ///< that one step may make

/// Nodes of the tiles that a pool expands into, its own tile first: a node each, or as many as are had at
/// once or fail together. Its own tile keeps all spares, of which a pool has fewer than nodes; what is no
/// whole domain stays with the last one. Joined again in this order they are the pool that they were.
std::vector<int> nodesOfTiles(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  int each = hardware::nodes_at_once(pool, catalogue);
  if (pool.nodes % each != 0) each = 1;
  if (pool.domain) each = std::lcm(each, pool.domain->nodes);
  const int own = (pool.spares / each + 1) * each;
  if (pool.nodes - own < each) return {pool.nodes};
  std::vector<int> tiles{own};
  int left = pool.nodes - own;
  for (; left >= 2 * each; left -= each) tiles.push_back(each);
  tiles.push_back(left);
  return tiles;
}

/// Links of the parts of a pool: what is stated of the pool's own holds for theirs, and of its network for
/// those between them.
std::vector<hardware::BetweenPools> linksOfParts(const hardware::PoolSpec& pool,
                                                 const std::vector<hardware::PoolSpec>& others,
                                                 const hardware::ClusterSpec& cluster,
                                                 const hardware::Catalogue& catalogue) {
  std::vector<hardware::BetweenPools> links;
  for (const hardware::BetweenPools& stated : cluster.between_pools)
    for (const hardware::PoolSpec& part : others) {
      if (stated.a != pool.id && stated.b != pool.id) continue;
      links.push_back(stated);
      (stated.a == pool.id ? links.back().a : links.back().b) = part.id;
    }
  const AssumedLinks assumed(cluster, catalogue);
  const std::size_t place = *assumed.placeOf(pool.id);
  const std::optional<double> network = assumed.between(place, place);
  if (!pool.inter_node_latency_us || !network) return links;  // as links are that nobody states
  for (std::size_t i = 0; i < others.size(); ++i) {
    links.push_back({pool.id, others[i].id, *network, pool.inter_node_latency_us});
    for (std::size_t j = 0; j < i; ++j)
      links.push_back({others[j].id, others[i].id, *network, pool.inter_node_latency_us});
  }
  return links;
}

}  // namespace

void ClusterView::expandSelection() {
  std::vector<std::pair<hardware::PoolSpec, std::vector<int>>> whole;  // with the nodes of its tiles
  int tiles = 0;
  bool kept = false;
  for (const std::string& id : m_scene->selectedPools()) {
    const hardware::PoolSpec* pool = findPool(m_document.plan(), id);
    if (pool == nullptr) continue;
    std::vector<int> parts = nodesOfTiles(*pool, m_document.catalogue());
    kept = kept || (parts.size() == 1 && pool->nodes > 1 && (pool->spares > 0 || pool->domain));
    if (parts.size() == 1) continue;
    tiles += static_cast<int>(parts.size());
    whole.emplace_back(*pool, std::move(parts));
  }
  if (whole.empty() && kept)
    return void(message(tr("Spares and failure domains keep the nodes of this tile together"), false));
  if (whole.empty()) return void(message(tr("Select a tile of several nodes first"), false));
  if (tiles > kMostTiles)
    return void(message(tr("More than %1 tiles at once would hide the cluster").arg(kMostTiles), false));
  QUndoStack& steps = m_document.undoStack();
  steps.beginMacro(tr("Expand to %n tiles", nullptr, tiles));
  std::vector<std::string> shown;
  for (const auto& [pool, parts] : whole) {
    plan::Layout taken = tilePositions(m_document.plan());
    const plan::Position corner = taken.at(pool.id);
    const QRectF below(corner.x, corner.y, 4.0 * (kTileWidth + kGrid), 1e6);
    std::vector<hardware::PoolSpec> others(parts.size() - 1, pool);
    PoolMarks marks = marksOf(pool);
    marks.spares = 0;
    int before = parts.front();
    hardware::ClusterSpec named = m_document.plan().cluster;
    for (std::size_t i = 0; i < others.size(); ++i) {
      others[i].nodes = parts[i + 1];
      setMarks(others[i],
               marksOfNodes(marks, before, others[i].nodes, poolGpusPerNode(pool, m_document.catalogue())));
      before += others[i].nodes;
      others[i].id = freePoolId(named, pool.id);
      named.pools.push_back(others[i]);
    }
    std::vector<plan::Position> places;
    for (std::size_t i = 0; i < others.size(); ++i) {
      places.push_back(freeSpot(taken, below));
      std::string name(1, '\n');  // no pool is called so
      name += std::to_string(i);
      taken[name] = places.back();
    }
    const plan::Rack* rack = rackOf(m_document.plan(), pool.id);
    const std::string rackName = rack != nullptr ? rack->name : std::string();
    steps.push(new SetNodeCount(m_document, pool.id, parts.front()));
    auto* added =
        new AddPools(m_document, others, places, AddPools::How::Duplicate,
                     linksOfParts(pool, others, m_document.plan().cluster, m_document.catalogue()), rackName);
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
    hardware::PoolSpec whole;  ///< of the id of the first, with the nodes and marks of all
    std::vector<std::string> others;
  };
  std::vector<Pile> piles;
  for (const hardware::PoolSpec& pool : before.cluster.pools) {
    if (std::find(chosen.begin(), chosen.end(), pool.id) == chosen.end()) continue;
    const auto pile = std::find_if(piles.begin(), piles.end(),
                                   [&](const Pile& each) { return hardware::same_nodes(each.whole, pool); });
    if (pile == piles.end()) {
      piles.push_back({pool, {}});
    } else {
      hardware::join_nodes(pile->whole, pool);
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
    steps.push(new SetNodeCount(m_document, pile.whole.id, pile.whole.nodes));
    steps.push(new SetPoolMarks(m_document, {{pile.whole.id, marksOf(pile.whole)}}, QString()));
    if (choose && !choose->max_gpus_per_pool.empty()) {  // limits of the parts make that of the whole
      std::optional<int> sum;
      std::vector<std::string> parts = pile.others;
      parts.push_back(pile.whole.id);
      for (const std::string& part : parts) {
        const auto limit = choose->max_gpus_per_pool.find(part);
        const hardware::PoolSpec* spec = findPool(before, part);
        if (limit != choose->max_gpus_per_pool.end())
          sum = sum.value_or(0) + limit->second;
        else
          sum = sum.value_or(0) + spec->nodes * poolGpusPerNode(*spec, m_document.catalogue());
      }
      hardware::Choose next = m_document.plan().cluster.choose.value_or(hardware::Choose{});
      next.max_gpus_per_pool[pile.whole.id] = *sum;
      steps.push(new SetChoose(m_document, next));
    }
    shown.push_back(pile.whole.id);
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
