#include "ui/document/selection.h"

#include <algorithm>

namespace astrolabe::ui {

StrategySelection::StrategySelection(SearchBridge& bridge, QObject* parent)
    : QObject(parent), m_bridge(bridge) {
  connect(&m_bridge, &SearchBridge::snapshotChanged, this, &StrategySelection::follow);
  follow(m_bridge.snapshot());
}

void StrategySelection::select(int rank) {
  if (m_snapshot == nullptr || rank < 0 || rank >= static_cast<int>(m_snapshot->best.size())) return;
  const strategy::Strategy& strategy = m_snapshot->best[static_cast<std::size_t>(rank)].strategy;
  if (rank == m_rank && m_picked == strategy) return;
  m_picked = strategy;
  m_rank = rank;
  refresh();
  emit changed();
}

void StrategySelection::follow(plan::SnapshotPtr snapshot) {
  const bool sameQuestion =
      m_snapshot != nullptr && snapshot != nullptr && m_snapshot->revision == snapshot->revision;
  const std::optional<strategy::Strategy> shown =
      m_detail != nullptr ? std::optional(m_detail->evaluation.strategy) : std::nullopt;
  m_snapshot = std::move(snapshot);
  if (m_snapshot == nullptr || m_snapshot->best.empty()) {
    m_rank = -1;
    m_detail.reset();
    emit changed();
    return;
  }
  m_rank = 0;
  if (m_picked) {
    const auto found = std::find_if(m_snapshot->best.begin(), m_snapshot->best.end(),
                                    [this](const auto& row) { return row.strategy == *m_picked; });
    if (found != m_snapshot->best.end())
      m_rank = static_cast<int>(found - m_snapshot->best.begin());
    else if (m_snapshot->status != plan::Status::searching)
      m_picked.reset();  // while a search runs the picked strategy may still come
  }
  if (!sameQuestion || shown != m_snapshot->best[static_cast<std::size_t>(m_rank)].strategy) refresh();
  emit changed();
}

void StrategySelection::refresh() {
  m_detail.reset();
  if (m_snapshot == nullptr || m_rank < 0 || m_snapshot->problem == nullptr) return;
  const strategy::Strategy& strategy = m_snapshot->best[static_cast<std::size_t>(m_rank)].strategy;
  if (Result<Detail> found = astrolabe::detail(*m_snapshot->problem, strategy))
    m_detail = std::make_shared<const Detail>(std::move(*found));
}

}  // namespace astrolabe::ui
