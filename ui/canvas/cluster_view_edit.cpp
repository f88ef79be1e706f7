// Keys, clipboard, menus and questions of the canvas.
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>
#include <algorithm>

#include "ui/canvas/cluster_view.h"
#include "ui/canvas/value_dialog.h"
#include "ui/document/commands/commands.h"

namespace astrolabe::ui {

namespace {
constexpr double kBitsPerByte = 8.0;
constexpr double kFastestLink = 1e6;  // Gb/s
}  // namespace

void ClusterView::keyPressEvent(QKeyEvent* event) {
  const bool alt = event->modifiers().testFlag(Qt::AltModifier);
  const bool control = event->modifiers().testFlag(Qt::ControlModifier);
  const bool any = !m_scene->selectedPools().empty();
  const double step = alt ? 1.0 : kGrid;
  const auto move = [&](double x, double y) { moveSelection({x * step, y * step}, event->isAutoRepeat()); };
  if (event->matches(QKeySequence::SelectAll)) return selectAll();
  if (event->matches(QKeySequence::Copy)) return copy();
  if (event->matches(QKeySequence::Cut)) return cut();
  if (event->matches(QKeySequence::Paste)) return paste();
  if (m_scene->isDragging()) return QGraphicsView::keyPressEvent(event);
  if (control) {
    switch (event->key()) {
      case Qt::Key_D:
        return duplicate();
      case Qt::Key_0:
        return zoomReset();
      case Qt::Key_9:
        return fitAll();
      case Qt::Key_8:
        return fitSelection();
      case Qt::Key_Plus:
      case Qt::Key_Equal:
        return zoomIn();
      case Qt::Key_Minus:
        return zoomOut();
      default:
        return QGraphicsView::keyPressEvent(event);
    }
  }
  switch (event->key()) {
    case Qt::Key_Left:
      if (any) return move(-1, 0);
      break;
    case Qt::Key_Right:
      if (any) return move(1, 0);
      break;
    case Qt::Key_Up:
      if (any) return move(0, -1);
      break;
    case Qt::Key_Down:
      if (any) return move(0, 1);
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
      if (!event->isAutoRepeat()) m_keyGesture = nextGesture();
      return changeCount(event->key() == Qt::Key_Minus ? -1 : 1);
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
      return deleteSelection();
    case Qt::Key_F2:
      return rename();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_scene->selectedLink() != nullptr) return askLink();
      if (any) return askCount();
      break;
    case Qt::Key_Escape:
      m_scene->clearSelection();
      return;
    default:
      break;
  }
  QGraphicsView::keyPressEvent(event);
}

void ClusterView::copy() {
  const std::vector<std::string> chosen = m_scene->selectedPools();
  if (chosen.empty()) return;
  QApplication::clipboard()->setMimeData(
      poolsMime(copyPools(m_document.plan(), chosen), m_document.catalogue()).release());
}

void ClusterView::cut() {
  const std::vector<std::string> chosen = m_scene->selectedPools();
  if (chosen.empty()) return;
  copy();
  push(new RemovePools(m_document, chosen, true));
}

void ClusterView::paste() {
  std::optional<CopiedPools> pools = poolsFrom(QApplication::clipboard()->mimeData());
  if (!pools) {
    emit message(tr("The clipboard holds no hardware"), false);
    return;
  }
  pools->positions.resize(pools->pools.size());
  plan::Layout taken = tilePositions(m_document.plan());
  const QRectF visible = mapToScene(viewport()->rect()).boundingRect().adjusted(kGrid, kGrid, -kGrid, -kGrid);
  for (std::size_t i = 0; i < pools->pools.size(); ++i) {
    pools->positions[i] = freeSpot(taken, visible);
    taken["paste " + std::to_string(i)] = pools->positions[i];
  }
  auto* command =
      new AddPools(m_document, pools->pools, pools->positions, AddPools::How::Paste, pools->links);
  const std::vector<std::string> added = command->ids();
  push(command);
  m_scene->select(added);
}

void ClusterView::duplicate() {
  CopiedPools copied = copyPools(m_document.plan(), m_scene->selectedPools());
  if (copied.pools.empty()) return;
  plan::Layout taken = tilePositions(m_document.plan());
  for (std::size_t i = 0; i < copied.pools.size(); ++i) {
    const plan::Position from = copied.positions[i];  // to the right of itself, or where there is room
    copied.positions[i] = freeSpot(taken, QRectF(from.x, from.y, 4 * kTileWidth, 2 * kTileHeight));
    taken["copy " + std::to_string(i)] = copied.positions[i];
  }
  auto* command =
      new AddPools(m_document, copied.pools, copied.positions, AddPools::How::Duplicate, copied.links);
  const std::vector<std::string> added = command->ids();
  push(command);
  m_scene->select(added);
}

void ClusterView::rename() {
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

void ClusterView::askCount() {
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) return;
  constexpr double kMostNodes = 100000;
  const std::string id = pool->id;
  const auto answer = ValueDialog::ask(
      {tr("Number of nodes"), tr("Nodes:"), {}, {}, static_cast<double>(pool->nodes), 1, kMostNodes, 0, {}},
      this);
  if (answer && *answer) push(new SetNodeCount(m_document, id, static_cast<int>(**answer)));
}

void ClusterView::askPrice() {
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) return;
  constexpr double kMostUsd = 10000;
  const std::string id = pool->id;
  const double now =
      poolPrice(*pool, m_document.catalogue(), m_document.plan().job.cost.commitment).value_or(0.0);
  const auto answer = ValueDialog::ask(
      {tr("Price of %1").arg(QString::fromStdString(id)), tr("Price:"), tr("USD per GPU hour"),
       tr("Kept in this plan and shown as your own price."), now, 0, kMostUsd, 4, tr("Use catalogue price")},
      this);
  if (answer) push(new SetPoolPrice(m_document, id, *answer));
}

void ClusterView::askNetwork() {
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) return;
  const std::string id = pool->id;
  const double now = poolNetwork(*pool, m_document.catalogue()).value_or(0.0) * kBitsPerByte;
  const auto answer =
      ValueDialog::ask({tr("Network of %1").arg(QString::fromStdString(id)), tr("Network of a node:"),
                        tr("Gb/s"), tr("All network cards of one node together, one direction."), now, 0.1,
                        kFastestLink, 1, tr("Use catalogue value")},
                       this);
  if (!answer) return;
  push(new SetPoolNetwork(m_document, id, *answer ? std::optional(**answer / kBitsPerByte) : std::nullopt));
}

void ClusterView::askLink() {
  const LinkItem* shown = m_scene->selectedLink();
  if (shown == nullptr) return;
  const std::string a = shown->a(), b = shown->b();
  double now = 0.0;
  std::optional<double> latency;
  for (const hardware::BetweenPools& link : m_document.plan().cluster.between_pools)
    if (link.a == a && link.b == b) {
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
       {}},
      this);
  if (answer && *answer) push(new SetLink(m_document, a, b, **answer / kBitsPerByte, latency));
}

std::unique_ptr<QMenu> ClusterView::makeContextMenu() {
  auto menu = std::make_unique<QMenu>(this);
  menu->setObjectName(QStringLiteral("clusterMenu"));
  const auto add = [&](const char* name, const QString& text, const QKeySequence& keys, auto slot) {
    QAction* action = menu->addAction(text, this, slot);
    action->setObjectName(QLatin1StringView(name));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
  };
  const bool any = !m_scene->selectedPools().empty();
  if (onlyPool() != nullptr) {
    add("clusterMenu.count", tr("Number of nodes…"), {}, &ClusterView::askCount);
    add("clusterMenu.price", tr("Price override…"), {}, &ClusterView::askPrice);
    add("clusterMenu.network", tr("Network…"), {}, &ClusterView::askNetwork);
    add("clusterMenu.rename", tr("Rename…"), QKeySequence(Qt::Key_F2), &ClusterView::rename);
    menu->addSeparator();
  }
  if (m_scene->selectedLink() != nullptr)
    add("clusterMenu.link", tr("Bandwidth…"), {}, &ClusterView::askLink);
  if (any) {
    add("clusterMenu.cut", tr("Cut"), QKeySequence::Cut, &ClusterView::cut);
    add("clusterMenu.copy", tr("Copy"), QKeySequence::Copy, &ClusterView::copy);
  }
  if (poolsFrom(QApplication::clipboard()->mimeData()))
    add("clusterMenu.paste", tr("Paste"), QKeySequence::Paste, &ClusterView::paste);
  if (any)
    add("clusterMenu.duplicate", tr("Duplicate"), QKeySequence(Qt::CTRL | Qt::Key_D),
        &ClusterView::duplicate);
  if (any || m_scene->selectedLink() != nullptr)
    add("clusterMenu.delete", tr("Delete"), QKeySequence::Delete, &ClusterView::deleteSelection);
  if (!m_document.plan().cluster.pools.empty()) {
    if (!menu->isEmpty()) menu->addSeparator();
    add("clusterMenu.selectAll", tr("Select all"), QKeySequence::SelectAll, &ClusterView::selectAll);
    add("clusterMenu.fit", tr("Fit all"), QKeySequence(Qt::CTRL | Qt::Key_9), &ClusterView::fitAll);
  }
  return menu;
}

void ClusterView::contextMenuEvent(QContextMenuEvent* event) {
  QPoint place = event->globalPos();
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
  }
  const std::unique_ptr<QMenu> menu = makeContextMenu();
  if (!menu->isEmpty()) menu->exec(place);
  event->accept();
}

}  // namespace astrolabe::ui
