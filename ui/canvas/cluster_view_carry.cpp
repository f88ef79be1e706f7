// Hardware of the palette carried by keys: picked up there, led from target to target here, dropped or put
// back.
#include <QKeyEvent>

#include "ui/canvas/cluster_view.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/shown_links.h"
#include "ui/document/commands/commands.h"

namespace astrolabe::ui {

/// What a drop at each place would do: empty area first, then every tile, link and rack that takes it.
std::vector<CanvasDrop> ClusterView::dropsOf(const HardwareId& id) const {
  const plan::Plan& plan = m_document.plan();
  const plan::Layout tiles = tilePositions(plan);
  const QRectF visible = mapToScene(viewport()->rect()).boundingRect().adjusted(kGrid, kGrid, -kGrid, -kGrid);
  std::vector<QPointF> places;
  const plan::Position empty = freeSpot(tiles, visible);
  places.push_back(tileRect(empty).center());
  for (const hardware::PoolSpec& pool : plan.cluster.pools)
    places.push_back(tileRect(tiles.at(pool.id)).center());
  std::vector<std::size_t> links = m_scene->linksToDraw();
  if (links.size() > kMostShownLinks) links = shownLinks(plan.cluster, m_document.catalogue()).places;
  for (const std::size_t at : links)
    if (const hardware::BetweenPools& link = plan.cluster.between_pools[at];
        tiles.contains(link.a) && tiles.contains(link.b))
      places.push_back(linkWay(tileRect(tiles.at(link.a)), tileRect(tiles.at(link.b))).label);
  for (const plan::Rack& rack : plan.racks) {
    const QRectF frame = rackFrame(rack, tiles);
    places.push_back({frame.center().x(), frame.top() + 4.0});  // its title
  }
  const std::unique_ptr<QMimeData> carried = hardwareMime(id, {});
  std::vector<CanvasDrop> drops;
  for (const QPointF& place : places)
    if (CanvasDrop drop = judgeCanvasDrop(m_document, carried.get(), place, {}, links); drop.allowed())
      drops.push_back(std::move(drop));
  return drops;
}

void ClusterView::carry(const HardwareId& id) {
  m_carried = dropsOf(id);
  m_target = 0;
  if (m_carried.empty()) return void(message(tr("Nothing on the canvas accepts this"), false));
  setFocus(Qt::OtherFocusReason);
  showTarget();
}

void ClusterView::showTarget() {
  const CanvasDrop& drop = m_carried[m_target];
  m_scene->setDropPreview(drop);
  emit message(tr("%1 — arrows choose, Enter drops, Esc puts back", "what a drop does").arg(drop.text),
               false);
}

void ClusterView::endCarry() {
  if (m_carried.empty()) return;
  m_carried.clear();
  m_scene->setDropPreview(std::nullopt);
}

bool ClusterView::carriedKey(const QKeyEvent* event) {
  if (m_carried.empty()) return false;
  const std::size_t count = m_carried.size();
  switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
      m_target = (m_target + 1) % count;
      showTarget();
      return true;
    case Qt::Key_Left:
    case Qt::Key_Up:
      m_target = (m_target + count - 1) % count;
      showTarget();
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
      std::unique_ptr<PlanCommand> command = dropCommand(m_document, m_carried[m_target]);
      const std::vector<std::string> touched =
          command != nullptr ? touchedBy(*command, m_carried[m_target]) : std::vector<std::string>();
      endCarry();
      if (command == nullptr) return true;
      push(command.release());
      m_scene->select(touched);
      return true;
    }
    case Qt::Key_Escape:
      endCarry();
      emit message(tr("Put back"), false);
      return true;
    default:
      return false;
  }
}

void ClusterView::focusOutEvent(QFocusEvent* event) {
  endCarry();
  QGraphicsView::focusOutEvent(event);
}

}  // namespace astrolabe::ui
