#include "ui/document/commands/move_tiles.h"

namespace astrolabe::ui {

MoveTiles::MoveTiles(PlanDocument& document, const plan::Layout& positions, quint64 gesture)
    : PlanCommand(document, CommandText::tr("Move %n tiles", nullptr, static_cast<int>(positions.size()))),
      m_layout(document.plan().layout),
      m_gesture(gesture) {
  for (const auto& [id, position] : positions) {
    m_layout[id] = position;
    m_ids.push_back(id);
  }
}

void MoveTiles::swapWith(plan::Plan& plan) { std::swap(plan.layout, m_layout); }

bool MoveTiles::mergeWith(const QUndoCommand* next) {
  const auto* other = static_cast<const MoveTiles*>(next);  // same id(), so same class
  return other->m_gesture == m_gesture && other->m_ids == m_ids;
}

}  // namespace astrolabe::ui
