#include "ui/document/selection.h"

#include <algorithm>
#include <utility>

#include "core/plan/why.h"
#include "core/planning/pipelines.h"
#include "ui/render/leader_words.h"

namespace astrolabe::ui {

using planning::LayoutPtr;
using planning::OptionPtr;

StrategySelection::StrategySelection(SearchBridge& bridge, QObject* parent)
    : QObject(parent), m_bridge(bridge) {
  connect(&m_bridge, &SearchBridge::snapshotChanged, this, &StrategySelection::follow);
  follow(m_bridge.snapshot());
}

int StrategySelection::rankOf(const LayoutPtr& layout) const {
  const auto* pipeline = planning::as<planning::PipelineLayout>(layout);
  if (m_snapshot == nullptr || pipeline == nullptr) return -1;
  const auto found =
      std::find_if(m_snapshot->best.begin(), m_snapshot->best.end(),
                   [&](const cost::Evaluation& row) { return row.strategy == pipeline->strategy(); });
  return found == m_snapshot->best.end() ? -1 : static_cast<int>(found - m_snapshot->best.begin());
}

OptionPtr StrategySelection::ask(const LayoutPtr& layout) const {
  if (m_snapshot == nullptr || m_snapshot->problem == nullptr) return nullptr;
  const auto* pipeline = planning::as<planning::PipelineLayout>(layout);
  if (pipeline == nullptr) {
    const auto found = std::find_if(m_beside.begin(), m_beside.end(), [&](const OptionPtr& option) {
      return planning::same(option->layout, layout);
    });
    if (found != m_beside.end()) return *found;
    // One that a plan keeps can be asked for at any time; others are found anew for each question.
    if (layout->to_json(m_snapshot->problem->pool_ids()).is_null()) return nullptr;
    auto made =
        planning::evaluate(*planning::question_of(*m_snapshot->problem, m_snapshot->objective), layout);
    return made ? std::make_shared<const planning::Option>(std::move(*made)) : nullptr;
  }
  const strategy::Strategy& strategy = pipeline->strategy();
  auto found =
      astrolabe::detail(plan::judged_by(*m_snapshot->problem, strategy), strategy, m_snapshot->objective);
  if (!found || found->violation.binding == cost::Binding::rule) return nullptr;
  return std::make_shared<const planning::Option>(std::move(*found));
}

QString StrategySelection::labelOf(int rank, const LayoutPtr& layout) {
  if (rank >= 0) return tr("#%1", "rank").arg(rank + 1);
  return unrankedLabel(layout);
}

void StrategySelection::setBeside(std::vector<OptionPtr> options) {
  if (m_beside == options) return;
  m_beside = std::move(options);
  if (!m_unranked || !m_picked || planning::as<planning::PipelineLayout>(m_picked)) return;
  m_detail = ask(m_picked);
  // A kind finds its options anew for each question: the first one stands for the one that went.
  for (auto option = m_beside.begin(); !m_detail && option != m_beside.end(); ++option)
    if (planning::kind_of(**option) == m_picked->kind()) m_detail = *option;
  if (m_detail) {
    m_picked = m_detail->layout;
    return emit changed();
  }
  m_picked.reset();
  m_unranked = false;
  follow(m_snapshot);
}

LayoutPtr StrategySelection::layout() const {
  if (m_unranked) return m_picked;
  if (m_snapshot == nullptr || m_rank < 0) return nullptr;
  return planning::layout_of(m_snapshot->best[static_cast<std::size_t>(m_rank)].strategy);
}

std::optional<strategy::Strategy> StrategySelection::strategy() const {
  const LayoutPtr selected = layout();
  const auto* pipeline = planning::as<planning::PipelineLayout>(selected);
  return pipeline != nullptr ? std::optional(pipeline->strategy()) : std::nullopt;
}

void StrategySelection::select(int rank) {
  if (m_snapshot == nullptr || rank < 0 || rank >= static_cast<int>(m_snapshot->best.size())) return;
  const LayoutPtr layout = planning::layout_of(m_snapshot->best[static_cast<std::size_t>(rank)].strategy);
  if (rank == m_rank && planning::same(m_picked, layout)) return;
  m_picked = layout;
  m_rank = rank;
  m_unranked = false;
  m_detail = ask(layout);
  emit changed();
}

void StrategySelection::select(const LayoutPtr& layout) {
  if (layout == nullptr) return;
  if (const int rank = rankOf(layout); rank >= 0) return select(rank);
  if (m_unranked && planning::same(m_picked, layout)) return;
  m_picked = layout;
  m_rank = -1;
  m_unranked = true;
  m_detail = ask(layout);
  emit changed();
}

void StrategySelection::compareWith(const LayoutPtr& other) {
  if (planning::same(m_compared, other)) return;
  m_compared = other;
  refreshOther();
  emit changed();
}

void StrategySelection::swapCompared() {
  const LayoutPtr selected = layout();
  if (!m_compared || !selected) return;
  const LayoutPtr next = std::exchange(m_compared, selected);
  refreshOther();
  select(next);
}

void StrategySelection::refreshOther() {
  m_other = m_compared ? ask(m_compared) : nullptr;
  m_otherRank = m_compared ? rankOf(m_compared) : -1;
  if (m_other == nullptr) m_compared.reset();
}

/// Whether one without a rank stays selected. One that a rule forbids has no figures, and can still be asked
/// why.
bool StrategySelection::stays(bool sameQuestion) const {
  const auto* pipeline = planning::as<planning::PipelineLayout>(m_picked);
  if (pipeline == nullptr) {
    const std::string_view kind = m_picked->kind();
    return ask(m_picked) || std::any_of(m_beside.begin(), m_beside.end(), [&](const OptionPtr& option) {
             return planning::kind_of(*option) == kind;
           });
  }
  const strategy::Strategy& strategy = pipeline->strategy();
  return sameQuestion ||
         astrolabe::detail(plan::judged_by(*m_snapshot->problem, strategy), strategy).has_value();
}

void StrategySelection::follow(plan::SnapshotPtr snapshot) {
  const bool sameQuestion =
      m_snapshot != nullptr && snapshot != nullptr && m_snapshot->revision == snapshot->revision;
  const LayoutPtr shown = m_detail != nullptr ? m_detail->layout : nullptr;
  m_snapshot = std::move(snapshot);
  if (m_snapshot == nullptr) m_compared.reset();
  if (m_compared && sameQuestion)
    m_otherRank = rankOf(m_compared);
  else
    refreshOther();
  if (m_unranked && m_picked && m_snapshot != nullptr && m_snapshot->problem != nullptr &&
      rankOf(m_picked) < 0) {
    const bool kept = stays(sameQuestion);
    if (!sameQuestion) m_detail = ask(m_picked);
    if (kept) return emit changed();
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
    if (const int found = rankOf(m_picked); found >= 0)
      m_rank = found;
    else if (m_snapshot->status != plan::Status::searching)
      m_picked.reset();  // while a search runs the picked layout may still come
  }
  const LayoutPtr wanted = planning::layout_of(m_snapshot->best[static_cast<std::size_t>(m_rank)].strategy);
  if (!sameQuestion || !planning::same(shown, wanted)) m_detail = ask(wanted);
  emit changed();
}

}  // namespace astrolabe::ui
