// Tiles and notes under the pointer: where they snap while they are dragged, what becomes of them when they
// are let go.
#include <QGraphicsSceneMouseEvent>
#include <QKeyEvent>
#include <algorithm>
#include <utility>

#include "ui/canvas/clipboard.h"
#include "ui/canvas/cluster_scene.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/note_item.h"
#include "ui/canvas/pool_item.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/notes.h"
#include "ui/document/commands/racks.h"

namespace astrolabe::ui {

void ClusterScene::mousePressEvent(QGraphicsSceneMouseEvent* event) {
  m_modifiers = event->modifiers();
  QGraphicsScene::mousePressEvent(event);
  m_dragStart.clear();
  m_noteStart.clear();
  if (event->button() != Qt::LeftButton) return;
  for (const auto& [id, note] : m_notes) m_noteStart[id] = {note->x(), note->y()};
  for (const auto& [id, tile] : m_pools) m_dragStart[id] = {tile->x(), tile->y()};
}

void ClusterScene::mouseMoveEvent(QGraphicsSceneMouseEvent* event) {
  m_modifiers = event->modifiers();
  m_dragging = event->buttons().testFlag(Qt::LeftButton) && (!m_dragStart.empty() || !m_noteStart.empty());
  QGraphicsScene::mouseMoveEvent(event);
}

void ClusterScene::mouseReleaseEvent(QGraphicsSceneMouseEvent* event) {
  QGraphicsScene::mouseReleaseEvent(event);
  m_guides.clear();
  const bool dragged = std::exchange(m_dragging, false);
  if (dragged) commitDrag(event->modifiers().testFlag(Qt::ControlModifier));
  m_dragStart.clear();
  m_noteStart.clear();
}

void ClusterScene::commitDrag(bool copy) {
  plan::Layout moved;
  for (const auto& [id, tile] : m_pools) {
    const plan::Position now{tile->x(), tile->y()};
    if (!(m_dragStart[id] == now)) moved[id] = now;
  }
  plan::Layout movedNotes;
  for (const auto& [id, note] : m_notes) {
    const plan::Position now{note->x(), note->y()};
    if (!(m_noteStart[id] == now)) movedNotes[id] = now;
  }
  if (!copy) {
    const bool both = !moved.empty() && !movedNotes.empty();
    if (both)
      m_document.undoStack().beginMacro(
          tr("Move %n objects", nullptr, static_cast<int>(moved.size() + movedNotes.size())));
    // Taken before the first command syncs the items with the document.
    if (!moved.empty()) m_document.undoStack().push(new MoveTiles(m_document, moved));
    if (!movedNotes.empty()) m_document.undoStack().push(moveNotes(m_document, movedNotes));
    if (both) m_document.undoStack().endMacro();
    return;
  }
  if (moved.empty() && movedNotes.empty()) return cancelDrag();
  std::vector<std::string> pools, racks, notes;
  for (const auto& [id, corner] : moved) pools.push_back(id);
  for (const auto& [id, corner] : movedNotes) notes.push_back(id);
  for (const std::string& name : selectedRacks()) {  // a rack goes along where all of it was dragged
    const std::vector<std::string>& inside = findRack(m_document.plan(), name)->pools;
    if (std::all_of(inside.begin(), inside.end(), [&](const std::string& id) { return moved.contains(id); }))
      racks.push_back(name);
  }
  cancelDrag();
  Copies copied = copyObjects(m_document.plan(), pools, racks, notes);
  for (std::size_t i = 0; i < copied.pools.size(); ++i) copied.positions[i] = moved.at(copied.pools[i].id);
  for (plan::Note& note : copied.notes) note.position = movedNotes.at(note.id);
  auto* command = new AddCopies(m_document, copied, AddPools::How::Duplicate);
  const std::vector<std::string> added = command->ids();
  m_document.undoStack().push(command);
  selectCopies(copied, added);
}

void ClusterScene::cancelDrag() {
  m_dragging = false;
  m_guides.clear();
  for (const auto& [id, corner] : m_dragStart)
    if (PoolItem* tile = item(id)) tile->setPos(corner.x, corner.y);
  for (const auto& [id, corner] : m_noteStart)
    if (NoteItem* note = noteItem(id)) note->setPos(corner.x, corner.y);
}

void ClusterScene::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && m_dragging) {
    cancelDrag();
    if (QGraphicsItem* grabber = mouseGrabberItem()) grabber->ungrabMouse();
    m_dragStart.clear();
    m_noteStart.clear();
    event->accept();
    return;
  }
  QGraphicsScene::keyPressEvent(event);
}

/// One tile alone goes to the edges of those around it; several keep their places to each other on the grid.
QPointF ClusterScene::snappedTile(const PoolItem& tile, QPointF corner) {
  m_guides.clear();
  if (selectedItems().size() > 1) return snapped(corner);
  std::vector<QRectF> around;
  for (const auto& [id, other] : m_pools)
    if (other != &tile) around.push_back(tileRect({other->x(), other->y()}));
  return snappedToEdges(corner, around, &m_guides);
}

/// Asks for the best strategy of the plan as the drop would leave it: once the pointer rests there, so that
/// tiles on its way, and what is let go at once, cost no search.
void ClusterScene::foresee() {
  m_foresight.cancel();
  m_rests.stop();
  if (m_drop && m_drop->changesQuestion()) m_rests.start();
}

void ClusterScene::askAhead() {
  if (!m_drop) return;
  PlanDocument thought;
  thought.reset({m_document.plan(), {}, {}}, {});
  const std::unique_ptr<PlanCommand> command = dropCommand(thought, *m_drop);
  if (command == nullptr) return;
  command->redo();
  if (const auto problem = thought.problem()) m_foresight.ask(*problem, thought.plan().objective);
}

}  // namespace astrolabe::ui
