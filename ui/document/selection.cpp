#include "ui/document/selection.h"

#include <algorithm>
#include <utility>

#include "core/plan/why.h"

namespace astrolabe::ui {

StrategySelection::StrategySelection(SearchBridge& bridge, QObject* parent)
    : QObject(parent), m_bridge(bridge) {
  connect(&m_bridge, &SearchBridge::snapshotChanged, this, &StrategySelection::follow);
  follow(m_bridge.snapshot());
}

int StrategySelection::rankOf(const strategy::Strategy& strategy) const {
  if (m_snapshot == nullptr) return -1;
  const auto found = std::find_if(m_snapshot->best.begin(), m_snapshot->best.end(),
                                  [&](const cost::Evaluation& row) { return row.strategy == strategy; });
  return found == m_snapshot->best.end() ? -1 : static_cast<int>(found - m_snapshot->best.begin());
}

std::shared_ptr<const Detail> StrategySelection::ask(const strategy::Strategy& strategy) const {
  if (m_snapshot == nullptr || m_snapshot->problem == nullptr) return nullptr;
  if (strategy.is_program())
    return m_program && m_program->evaluation.strategy == strategy ? m_program : nullptr;
  Result<Detail> found = astrolabe::detail(plan::judged_by(*m_snapshot->problem, strategy), strategy);
  if (!found || found->violation.binding == cost::Binding::rule) return nullptr;
  return std::make_shared<const Detail>(std::move(*found));
}

QString StrategySelection::labelOf(int rank) const {
  return rank < 0 ? tr("mine") : tr("#%1", "rank").arg(rank + 1);
}

QString StrategySelection::label() const {
  return m_unranked && m_picked && m_picked->is_program() ? tr("program") : labelOf(m_rank);
}

void StrategySelection::setProgram(std::shared_ptr<const Detail> program) {
  if (m_program == program) return;
  m_program = std::move(program);
  if (!m_unranked || !m_picked || !m_picked->is_program()) return;
  if (m_program) {
    m_picked = m_program->evaluation.strategy;
    m_detail = m_program;
    return emit changed();
  }
  m_picked.reset();
  m_unranked = false;
  follow(m_snapshot);
}

std::optional<strategy::Strategy> StrategySelection::strategy() const {
  if (m_unranked) return m_picked;
  if (m_snapshot == nullptr || m_rank < 0) return std::nullopt;
  return m_snapshot->best[static_cast<std::size_t>(m_rank)].strategy;
}

void StrategySelection::select(int rank) {
  if (m_snapshot == nullptr || rank < 0 || rank >= static_cast<int>(m_snapshot->best.size())) return;
  const strategy::Strategy& strategy = m_snapshot->best[static_cast<std::size_t>(rank)].strategy;
  if (rank == m_rank && m_picked == strategy) return;
  m_picked = strategy;
  m_rank = rank;
  m_unranked = false;
  m_detail = ask(strategy);
  emit changed();
}

void StrategySelection::select(const strategy::Strategy& strategy) {
  if (const int rank = rankOf(strategy); rank >= 0) return select(rank);
  if (m_unranked && m_picked == strategy) return;
  m_picked = strategy;
  m_rank = -1;
  m_unranked = true;
  m_detail = ask(strategy);
  emit changed();
}

void StrategySelection::compareWith(const std::optional<strategy::Strategy>& other) {
  if (m_compared == other) return;
  m_compared = other;
  refreshOther();
  emit changed();
}

void StrategySelection::swapCompared() {
  const std::optional<strategy::Strategy> selected = strategy();
  if (!m_compared || !selected) return;
  const strategy::Strategy next = *m_compared;
  m_compared = selected;
  refreshOther();
  select(next);
}

void StrategySelection::refreshOther() {
  m_other = m_compared ? ask(*m_compared) : nullptr;
  m_otherRank = m_compared ? rankOf(*m_compared) : -1;
  if (m_other == nullptr) m_compared.reset();
}

void StrategySelection::follow(plan::SnapshotPtr snapshot) {
  const bool sameQuestion =
      m_snapshot != nullptr && snapshot != nullptr && m_snapshot->revision == snapshot->revision;
  const std::optional<strategy::Strategy> shown =
      m_detail != nullptr ? std::optional(m_detail->evaluation.strategy) : std::nullopt;
  m_snapshot = std::move(snapshot);
  if (m_snapshot == nullptr) m_compared.reset();
  if (m_compared && sameQuestion)
    m_otherRank = rankOf(*m_compared);
  else
    refreshOther();
  if (m_unranked && m_picked && m_snapshot != nullptr && m_snapshot->problem != nullptr &&
      rankOf(*m_picked) < 0) {
    // One that a rule forbids has no detail, and can still be asked why.
    const bool stays =
        m_picked->is_program()
            ? m_program != nullptr
            : sameQuestion ||
                  astrolabe::detail(plan::judged_by(*m_snapshot->problem, *m_picked), *m_picked).has_value();
    if (!sameQuestion) m_detail = ask(*m_picked);
    if (stays) return emit changed();
  }
  m_unranked = false;
  if (m_snapshot == nullptr || m_snapshot->best.empty()) {
    m_rank = -1;
    m_detail.reset();
    emit changed();
    return;
  }
  m_rank = 0;
  if (m_picked) {
    if (const int found = rankOf(*m_picked); found >= 0)
      m_rank = found;
    else if (m_snapshot->status != plan::Status::searching)
      m_picked.reset();  // while a search runs the picked strategy may still come
  }
  const strategy::Strategy& wanted = m_snapshot->best[static_cast<std::size_t>(m_rank)].strategy;
  if (!sameQuestion || shown != wanted) m_detail = ask(wanted);
  emit changed();
}

}  // namespace astrolabe::ui
