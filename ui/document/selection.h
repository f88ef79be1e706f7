#pragma once
// The strategy that all result views show: one selection for the window.

#include <QObject>
#include <optional>

#include "core/engine.h"
#include "ui/document/search_bridge.h"

namespace astrolabe::ui {

/// Follows rank 1 until a person picks a strategy; asks the engine for the detail once per change. A second
/// strategy can be held beside it, to compare.
class StrategySelection : public QObject {
  Q_OBJECT

 public:
  explicit StrategySelection(SearchBridge& bridge, QObject* parent = nullptr);
  /// Index into snapshot().best of the selected strategy, -1 when it is not ranked or there is none.
  int rank() const { return m_rank; }
  void select(int rank);
  /// Any strategy of the question at hand, ranked or not: one typed by hand, a point of a plot, a rejected
  /// one.
  void select(const strategy::Strategy& strategy);
  /// What is selected; empty for nothing.
  std::optional<strategy::Strategy> strategy() const;
  /// Evaluation and timeline of the selected strategy with the problem it belongs to; null for none.
  std::shared_ptr<const Detail> detail() const { return m_detail; }
  plan::SnapshotPtr snapshot() const { return m_snapshot; }
  /// "#3", "mine" for a strategy that is not in the ranking, or "program".
  QString label() const;

  /// The distributed program that stands in the ranking of the question at hand; null for none.
  void setProgram(std::shared_ptr<const Detail> program);

  /// Holds a second strategy beside the selected one; nothing ends the comparison.
  void compareWith(const std::optional<strategy::Strategy>& other);
  std::shared_ptr<const Detail> other() const { return m_other; }
  int otherRank() const { return m_otherRank; }
  QString otherLabel() const { return labelOf(m_otherRank); }
  /// The compared strategy becomes the selected one and the other way round.
  void swapCompared();

 signals:
  void changed();

 private:
  void follow(plan::SnapshotPtr snapshot);
  int rankOf(const strategy::Strategy& strategy) const;
  std::shared_ptr<const Detail> ask(const strategy::Strategy& strategy) const;
  QString labelOf(int rank) const;
  void refreshOther();

  SearchBridge& m_bridge;
  plan::SnapshotPtr m_snapshot;
  std::shared_ptr<const Detail> m_detail, m_other, m_program;
  std::optional<strategy::Strategy> m_picked, m_compared;
  bool m_unranked = false;  ///< picked without a rank: stays while the question can be asked of it
  int m_rank = -1, m_otherRank = -1;
};

}  // namespace astrolabe::ui
