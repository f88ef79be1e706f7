// Keys, clipboard, menus and questions of the canvas.
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>
#include <algorithm>
#include <map>
#include <utility>

#include "core/hardware/pool_unit.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/value_dialog.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/notes.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

constexpr double kFastestLink = 1e6;  // Gb/s

/// What `of` gives for each of these pools where that is one value; else none, and what an empty field is to
/// say of it: `none` where no pool has one. Precondition: there is a pool.
template <class Of>
ValueDialog::Ask askFor(const std::vector<std::string>& pools, const Of& of, const QString& none) {
  ValueDialog::Ask ask;
  ask.value = of(pools.front());
  const bool same =
      std::all_of(pools.begin(), pools.end(), [&](const std::string& pool) { return of(pool) == ask.value; });
  if (!same) ask.value.reset();
  if (!ask.value) ask.empty = same ? none : ClusterView::tr("they differ");
  return ask;
}

}  // namespace

void ClusterView::keyPressEvent(QKeyEvent* event) {
  if (carriedKey(event)) return;
  if (event->matches(QKeySequence::SelectAll)) return selectAll();
  if (event->matches(QKeySequence::Copy)) return copy();
  if (event->matches(QKeySequence::Cut)) return cut();
  if (event->matches(QKeySequence::Paste)) return paste();
  if (m_scene->isDragging()) return QGraphicsView::keyPressEvent(event);
  const bool control = event->modifiers().testFlag(Qt::ControlModifier);
  if (!(control ? controlKey(event) : moveKey(event) || editKey(event))) QGraphicsView::keyPressEvent(event);
}

/// Copies and zoom. False where the key is none of these, as in all three.
bool ClusterView::controlKey(const QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_D:
      event->modifiers().testFlag(Qt::ShiftModifier) ? duplicateTimes() : duplicate();
      return true;
    case Qt::Key_0:
      zoomReset();
      return true;
    case Qt::Key_9:
      fitAll();
      return true;
    case Qt::Key_8:
      fitSelection();
      return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoomIn();
      return true;
    case Qt::Key_Minus:
      zoomOut();
      return true;
    default:
      return false;
  }
}

/// Moves what is chosen, by steps of the grid or, with Alt, of a pixel.
bool ClusterView::moveKey(const QKeyEvent* event) {
  if (m_scene->selectedNotes().empty() && m_scene->selectedPools().empty() &&
      m_scene->selectedRacks().empty())
    return false;
  const double step = event->modifiers().testFlag(Qt::AltModifier) ? 1.0 : kGrid;
  QPointF by;
  switch (event->key()) {
    case Qt::Key_Left:
      by = {-step, 0};
      break;
    case Qt::Key_Right:
      by = {step, 0};
      break;
    case Qt::Key_Up:
      by = {0, -step};
      break;
    case Qt::Key_Down:
      by = {0, step};
      break;
    default:
      return false;
  }
  moveSelection(by, event->isAutoRepeat());
  return true;
}

bool ClusterView::editKey(const QKeyEvent* event) {
  const bool notes = !m_scene->selectedNotes().empty();
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
      if (!event->isAutoRepeat()) m_keyGesture = nextGesture();
      changeCount(event->key() == Qt::Key_Minus ? -1 : 1);
      return true;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
      deleteSelection();
      return true;
    case Qt::Key_F2:
      rename();
      return true;
    case Qt::Key_N:
      askNote();
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_scene->selectedLink() != nullptr)
        askLink();
      else if (notes)
        askNote();
      else if (!m_scene->selectedPools().empty())
        askCount();
      else
        return false;
      return true;
    case Qt::Key_Escape:
      m_scene->clearSelection();
      return true;
    default:
      return false;
  }
}

Copies ClusterView::selectedObjects() const {
  return copyObjects(m_document.plan(), m_scene->selectedPools(), m_scene->selectedRacks(),
                     m_scene->selectedNotes());
}

bool ClusterView::refusedEmpty(const Copies& chosen) {
  if (chosen.empty()) emit message(tr("Select pools, racks or notes first"), false);
  return chosen.empty();
}

void ClusterView::copy() {
  const Copies chosen = selectedObjects();
  if (refusedEmpty(chosen)) return;
  QApplication::clipboard()->setMimeData(objectsMime(chosen, m_document.catalogue()).release());
}

void ClusterView::cut() {
  const Copies chosen = selectedObjects();
  if (refusedEmpty(chosen)) return;
  QApplication::clipboard()->setMimeData(objectsMime(chosen, m_document.catalogue()).release());
  std::vector<std::string> pools;
  for (const hardware::PoolSpec& pool : chosen.pools) pools.push_back(pool.id);
  removeObjects(pools, m_scene->selectedNotes(), true);
}

void ClusterView::paste() {
  const std::optional<Copies> copies = objectsFrom(QApplication::clipboard()->mimeData());
  if (!copies) {
    emit message(tr("The clipboard holds nothing that belongs on the cluster"), false);
    return;
  }
  const QRectF visible = mapToScene(viewport()->rect()).boundingRect().adjusted(kGrid, kGrid, -kGrid, -kGrid);
  addCopies(*copies, visible, AddPools::How::Paste);
}

void ClusterView::duplicate() {
  const Copies copies = selectedObjects();
  if (refusedEmpty(copies)) return;
  const QRectF box = boundsOf(copies);  // to the right of itself, or where there is room
  addCopies(copies, QRectF(box.topLeft(), QSizeF(4 * box.width(), 2 * box.height())),
            AddPools::How::Duplicate);
}

/// As one block at the first free place of `area`, and selects them.
void ClusterView::addCopies(Copies copies, const QRectF& area, AddPools::How how) {
  const QRectF box = boundsOf(copies);
  shift(copies, freePlace(occupied(m_document.plan()), box.size(), area) - box.topLeft(), m_scene->snap());
  auto* command = new AddCopies(m_document, copies, how);
  const std::vector<std::string> added = command->ids();
  push(command);
  m_scene->selectCopies(copies, added);
}

/// Pools and notes, as one step.
void ClusterView::removeObjects(const std::vector<std::string>& pools, const std::vector<std::string>& notes,
                                bool cut) {
  QUndoStack& steps = m_document.undoStack();
  const int count = static_cast<int>(pools.size() + notes.size());
  const bool both = !pools.empty() && !notes.empty();
  if (both)
    steps.beginMacro(cut ? tr("Cut %n objects", nullptr, count) : tr("Delete %n objects", nullptr, count));
  int nodes = 0;
  for (const std::string& id : pools)
    if (const hardware::PoolSpec* pool = findPool(m_document.plan(), id)) nodes += pool->nodes;
  if (!pools.empty()) push(new RemovePools(m_document, pools, cut), false);
  if (!notes.empty()) push(removeNotes(m_document, notes, cut), false);
  if (both) steps.endMacro();
  if (count == 0) return;
  emit message(cut || pools.empty() ? steps.undoText()
               : both               ? tr("Deleted %n objects", nullptr, count)
                                    : tr("Deleted %n nodes", nullptr, nodes),
               true);
}

void ClusterView::rename() {
  if (!m_scene->selectedNotes().empty()) return askNote();
  if (onlyRack() != nullptr) return renameRackDialog();
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) return;
  const std::string from = pool->id;
  bool ok = false;
  const QString entered = QInputDialog::getText(this, tr("Rename pool"), tr("Name:"), QLineEdit::Normal,
                                                QString::fromStdString(from), &ok)
                              .trimmed();
  if (!ok || entered.isEmpty() || entered.toStdString() == from) return;
  const std::string to = entered.toStdString();
  if (findPool(m_document.plan(), to) != nullptr) {
    emit message(tr("There is a pool “%1” already").arg(entered), false);
    return;
  }
  push(new RenamePool(m_document, from, to));
  m_scene->select({to});
}

/// An edit of so many pools: that of a single one has its own text.
void ClusterView::pushOf(std::size_t pools, const QString& several, QUndoCommand* command) {
  if (pools > 1) command->setText(several);
  push(command);
}

/// "h100", or how many there are.
QString ClusterView::namesOf(const std::vector<std::string>& pools) {
  return pools.size() == 1 ? QString::fromStdString(pools.front())
                           : tr("%n pools", nullptr, static_cast<int>(pools.size()));
}

void ClusterView::askCount() {
  const std::vector<std::string> pools = m_scene->selectedPools();
  if (pools.empty()) return;
  constexpr double kMostNodes = 100000;
  const auto nodesOf = [this](const std::string& id) {
    return std::optional<double>(findPool(m_document.plan(), id)->nodes);
  };
  ValueDialog::Ask ask = askFor(pools, nodesOf, {});
  ask.title = tr("Number of nodes");
  ask.label = pools.size() == 1 ? tr("Nodes:") : tr("Nodes of each pool:");
  ask.least = 1;
  ask.most = kMostNodes;
  const auto answer = ValueDialog::ask(ask, this);
  if (!answer || !*answer) return;
  const int nodes = static_cast<int>(**answer);
  std::map<std::string, int> counts;
  for (const std::string& id : pools) {
    const hardware::PoolSpec& pool = *findPool(m_document.plan(), id);
    if (hardware::whole_nodes(nodes, pool, m_document.catalogue()) != nodes)
      return void(message(tr("%1 is had by %n nodes at once: %2 nodes are no whole number of that", nullptr,
                             hardware::nodes_at_once(pool, m_document.catalogue()))
                              .arg(QString::fromStdString(id), wholeText(nodes)),
                          false));
    counts[id] = nodes;
  }
  pushOf(pools.size(), tr("Change node counts"), new SetNodeCount(m_document, std::move(counts)));
}

void ClusterView::askPrice() {
  const std::vector<std::string> pools = m_scene->selectedPools();
  if (pools.empty()) return;
  const strategy::Cost& cost = m_document.plan().job.cost;
  const bool rents = cost.basis == hardware::CostBasis::rent;
  constexpr double kMostUsd = 10000, kMostPurchase = 1e7;
  // To buy, a price is asked for by the unit; by the GPU where the units of the pools differ.
  const auto unitOf = [this](const std::string& id) {
    const hardware::PoolSpec& pool = *findPool(m_document.plan(), id);
    return std::pair(pool.unit, poolGpusPerNode(pool, m_document.catalogue()));
  };
  const auto [units, node] = unitOf(pools.front());
  const bool oneUnit =
      std::all_of(pools.begin(), pools.end(),
                  [&, of = std::pair(units, node)](const auto& id) { return unitOf(id) == of; });
  const bool byNode = units == hardware::PoolSpec::kWholeNode;
  const int gpus = rents || !oneUnit ? 1 : byNode ? node : units;
  const auto priceOf = [&](const std::string& id) {
    const hardware::PoolSpec& pool = *findPool(m_document.plan(), id);
    const auto price = rents ? hardware::pool_rent(pool, m_document.catalogue(), cost.commitment)
                             : hardware::pool_purchase(pool, m_document.catalogue());
    return price ? std::optional(price->usd_per_gpu * gpus) : std::nullopt;
  };
  ValueDialog::Ask ask = askFor(pools, priceOf, tr("no price"));
  ask.title = tr("Price of %1").arg(namesOf(pools));
  ask.label = gpus == 1 ? tr("Price:")
              : byNode  ? tr("Price of a node of %n GPUs:", nullptr, gpus)
                        : tr("Price of %n GPUs, which are bought at once:", nullptr, gpus);
  ask.unit = (rents       ? tr("%1 per GPU hour", "code of a currency")
              : gpus == 1 ? tr("%1 to buy a GPU", "code of a currency")
                          : QStringLiteral("%1"))
                 .arg(currentCurrency().code);
  if (gpus > 1)
    ask.also = [each = gpus](double usd) { return tr("%1 for each GPU").arg(moneyText(usd / each)); };
  else if (rents && oneUnit && node > 1)
    ask.also = [each = node](double usd) {
      return tr("%1 an hour for a node of %n GPUs", nullptr, each).arg(moneyText(usd * each));
    };
  ask.note = rents || gpus > 1
                 ? tr("Kept in this plan and shown as your own price.")
                 : tr("With its share of the node. Kept in this plan and shown as your own price.");
  ask.most = rents ? kMostUsd : kMostPurchase * gpus;
  ask.decimals = rents ? 4 : 2;
  ask.reset = tr("Use catalogue price");
  ask.money = true;
  auto usd = ValueDialog::ask(ask, this);
  if (usd && *usd) **usd /= gpus;
  const auto same = [&](const std::string& id) {
    const hardware::PoolSpec& pool = *findPool(m_document.plan(), id);
    return (rents ? pool.usd_per_gpu_hour : pool.purchase_usd_per_gpu) == *usd;
  };
  if (!usd || std::all_of(pools.begin(), pools.end(), same)) return;
  if (*usd && !(**usd > 0.0)) return void(message(tr("A price is above zero: nothing was changed"), false));
  const hardware::CostBasis basis = rents ? hardware::CostBasis::rent : hardware::CostBasis::buy;
  pushOf(pools.size(), tr("Set price of %1").arg(namesOf(pools)),
         new SetPoolPrice(m_document, pools, *usd, basis));
}

void ClusterView::askNetwork() {
  const std::vector<std::string> pools = m_scene->selectedPools();
  if (pools.empty()) return;
  const auto networkOf = [this](const std::string& id) {
    const auto known = poolNetwork(*findPool(m_document.plan(), id), m_document.catalogue());
    return known ? std::optional(*known * kBitsPerByte) : std::nullopt;
  };
  ValueDialog::Ask ask = askFor(pools, networkOf, tr("not known"));
  ask.title = tr("Network of %1").arg(namesOf(pools));
  ask.label = tr("Network of a node:");
  ask.unit = tr("Gb/s");
  ask.note = tr("All network cards of one node together, one direction.");
  ask.least = 0.1;
  ask.most = kFastestLink;
  ask.decimals = 1;
  ask.reset = tr("Use catalogue value");
  const auto answer = ValueDialog::ask(ask, this);
  if (!answer) return;
  const std::optional<double> network = *answer ? std::optional(**answer / kBitsPerByte) : std::nullopt;
  const auto same = [&](const std::string& id) {
    return findPool(m_document.plan(), id)->inter_node_gb_per_s == network;
  };
  if (std::all_of(pools.begin(), pools.end(), same)) return;
  pushOf(pools.size(), tr("Set network of %1").arg(namesOf(pools)),
         new SetPoolNetwork(m_document, pools, network));
}

void ClusterView::askNetworkPrice() {
  const std::vector<std::string> pools = m_scene->selectedPools();
  if (pools.empty()) return;
  const auto priceOf = [this](const std::string& id) {
    return findPool(m_document.plan(), id)->network_usd_per_node;
  };
  ValueDialog::Ask ask = askFor(pools, priceOf, tr("not stated"));
  if (ask.empty.isEmpty()) ask.empty = tr("not stated");
  ask.title = tr("Price of the network of %1").arg(namesOf(pools));
  ask.label = tr("Price of the network:");
  ask.unit = tr("%1 a node", "code of a currency").arg(currentCurrency().code);
  ask.note =
      tr("A node's share of network cards, cables and switches, beyond the node's own price. It "
         "counts where GPUs are bought; without it networks have no price.");
  ask.most = 1e7;
  ask.decimals = 2;
  ask.reset = tr("No price");
  ask.money = true;
  const auto usd = ValueDialog::ask(ask, this);
  const auto same = [&](const std::string& id) { return priceOf(id) == *usd; };
  if (!usd || std::all_of(pools.begin(), pools.end(), same)) return;
  pushOf(pools.size(),
         *usd ? tr("Set network price of %1").arg(namesOf(pools))
              : tr("No network price for %1").arg(namesOf(pools)),
         new SetNetworkPrice(m_document, pools, *usd));
}

void ClusterView::askLink() {
  const LinkItem* shown = m_scene->selectedLink();
  if (shown == nullptr) return;
  askLinkBetween(std::string(shown->a()), std::string(shown->b()));  // it may go while the dialog is open
}

void ClusterView::askLinkBetween(const std::string& a, const std::string& b) {
  std::optional<double> now, latency;
  for (const hardware::BetweenPools& link : m_document.plan().cluster.between_pools)
    if ((link.a == a && link.b == b) || (link.a == b && link.b == a)) {
      now = link.gb_per_s * kBitsPerByte;
      latency = link.latency_us;
    }
  const auto answer = ValueDialog::ask(
      {tr("Link between %1 and %2").arg(QString::fromStdString(a), QString::fromStdString(b)),
       tr("Bandwidth:"),
       tr("Gb/s"),
       tr("Per node of the slower side, one direction."),
       now,
       0.1,
       kFastestLink,
       1,
       {},
       false,
       now ? QString() : tr("not stated")},
      this);
  if (answer && *answer) push(new SetLink(m_document, a, b, **answer / kBitsPerByte, latency));
}

void ClusterView::contextMenuEvent(QContextMenuEvent* event) {
  QPoint place = event->globalPos();
  event->accept();
  m_menuAt = event->reason() == QContextMenuEvent::Mouse ? mapToScene(event->pos()) : QPointF();
  if (event->reason() == QContextMenuEvent::Mouse && m_panning) {
    m_menuDue = true;  // the button may yet pan
    return;
  }
  if (event->reason() == QContextMenuEvent::Mouse) {
    if (QGraphicsItem* under = itemAt(event->pos())) {
      if (!under->isSelected()) {
        m_scene->clearSelection();
        under->setSelected(true);
      }
    } else {
      m_scene->clearSelection();
    }
  } else if (const hardware::PoolSpec* pool = onlyPool()) {
    if (const PoolItem* tile = m_scene->item(pool->id))
      place = viewport()->mapToGlobal(mapFromScene(tile->sceneBoundingRect().center()));
  } else if (const LinkItem* link = m_scene->selectedLink()) {
    place = viewport()->mapToGlobal(mapFromScene(link->pill().center()));
  }
  showMenu(place);
}

void ClusterView::showMenu(QPoint globalPlace) {
  const std::unique_ptr<QMenu> menu = makeContextMenu();
  if (!menu->isEmpty()) menu->exec(globalPlace);
}

}  // namespace astrolabe::ui
