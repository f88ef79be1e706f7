#pragma once
// The layout that all result views show: one selection for the window.

#include <QObject>
#include <optional>
#include <vector>

#include "core/engine.h"
#include "ui/document/search_bridge.h"

namespace astrolabe::ui {

/// Follows rank 1 until a person picks a layout; asks the engine for its figures once per change. A second
/// layout can be held beside it, to compare.
class StrategySelection : public QObject {
  Q_OBJECT

 public:
  explicit StrategySelection(SearchBridge& bridge, QObject* parent = nullptr);
  /// Index into snapshot().best of the selected layout, -1 when it is not ranked or there is none.
  int rank() const { return m_rank; }
  void select(int rank);
  /// Any layout of the question at hand, ranked or not: one typed by hand, a point of a plot, a rejected one,
  /// one of another kind.
  void select(const planning::LayoutPtr& layout);
  void select(const strategy::Strategy& strategy) { select(planning::layout_of(strategy)); }
  /// What is selected; null for nothing.
  planning::LayoutPtr layout() const;
  /// The strategy of what is selected; empty for nothing and for another kind than a pipeline.
  std::optional<strategy::Strategy> strategy() const;
  /// Evaluation and timeline of the selected layout with the problem it belongs to; null for none.
  planning::OptionPtr detail() const { return m_detail; }
  plan::SnapshotPtr snapshot() const { return m_snapshot; }
  /// "#3", or what its kind calls one that is not in the ranking: "mine", "program".
  QString label() const { return labelOf(m_rank, m_picked); }

  /// The options of other kinds that stand beside the strategies of the question at hand.
  void setBeside(std::vector<planning::OptionPtr> options);

  /// Holds a second layout beside the selected one; null ends the comparison.
  void compareWith(const planning::LayoutPtr& other);
  planning::OptionPtr other() const { return m_other; }
  int otherRank() const { return m_otherRank; }
  QString otherLabel() const { return labelOf(m_otherRank, m_compared); }
  /// The compared layout becomes the selected one and the other way round.
  void swapCompared();

 signals:
  void changed();

 private:
  void follow(plan::SnapshotPtr snapshot);
  int rankOf(const planning::LayoutPtr& layout) const;
  planning::OptionPtr ask(const planning::LayoutPtr& layout) const;
  bool stays(bool sameQuestion) const;
  static QString labelOf(int rank, const planning::LayoutPtr& layout);
  void refreshOther();

  SearchBridge& m_bridge;
  plan::SnapshotPtr m_snapshot;
  planning::OptionPtr m_detail, m_other;
  std::vector<planning::OptionPtr> m_beside;
  planning::LayoutPtr m_picked, m_compared;
  bool m_unranked = false;  ///< picked without a rank: stays while the question can be asked of it
  int m_rank = -1, m_otherRank = -1;
};

}  // namespace astrolabe::ui
