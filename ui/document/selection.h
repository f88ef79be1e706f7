#pragma once
// The strategy that all result views show: one selection for the window.

#include <QObject>
#include <optional>

#include "core/engine.h"
#include "ui/document/search_bridge.h"

namespace astrolabe::ui {

/// Follows rank 1 until a person picks a row; asks the engine for the detail once per change.
class StrategySelection : public QObject {
  Q_OBJECT

 public:
  explicit StrategySelection(SearchBridge& bridge, QObject* parent = nullptr);
  /// Index into snapshot().best of the selected row, -1 for none.
  int rank() const { return m_rank; }
  void select(int rank);
  /// Evaluation and timeline of the selected strategy with the problem it belongs to; null for none.
  std::shared_ptr<const Detail> detail() const { return m_detail; }
  plan::SnapshotPtr snapshot() const { return m_snapshot; }

 signals:
  void changed();

 private:
  void follow(plan::SnapshotPtr snapshot);
  void refresh();
  SearchBridge& m_bridge;
  plan::SnapshotPtr m_snapshot;
  std::shared_ptr<const Detail> m_detail;
  std::optional<strategy::Strategy> m_picked;
  int m_rank = -1;
};

}  // namespace astrolabe::ui
