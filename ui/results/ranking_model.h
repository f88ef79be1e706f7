#pragma once
// The ranked strategies as a table. Rows come from a snapshot only.

#include <QAbstractTableModel>
#include <QItemSelection>

#include "core/plan/snapshot.h"

namespace astrolabe::ui {

class RankingModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {
    Rank,
    TokensPerSecond,
    UsdPerTrillion,
    Step,
    Mfu,
    PeakMemory,
    GpusUsed,
    TensorParallel,
    PipelineParallel,
    DataParallel,
    ContextParallel,
    ExpertParallel,
    VirtualPipeline,
    MicroBatch,
    ZeroStage,
    Recompute,
    Bubble,
    Delta,
    ColumnCount
  };
  enum Role {
    SortRole = Qt::UserRole,  ///< a number
    ShareRole,                ///< PeakMemory: share of the limit
    PoolsRole,                ///< GpusUsed: list of (pool index, GPUs)
    FullRole                  ///< full precision, for copying
  };

  explicit RankingModel(QObject* parent = nullptr);
  /// The only setter. Keeps rows whose strategy did not change.
  void setSnapshot(plan::SnapshotPtr snapshot);
  const plan::SnapshotPtr& snapshot() const { return m_snapshot; }
  const cost::Evaluation* evaluation(int row) const;
  /// Columns that all rows leave at one are not worth their width.
  bool isColumnUsed(int column) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(const cost::Evaluation& evaluation, int row, int column) const;
  double number(const cost::Evaluation& evaluation, int row, int column) const;
  QString fullText(const cost::Evaluation& evaluation, int row, int column) const;
  QString gpusText(const cost::Evaluation& evaluation) const;
  plan::SnapshotPtr m_snapshot;
};

/// "none", "selective", "full × 12" of a strategy, per stage when they differ.
QString recomputeText(const strategy::Strategy& strategy);

}  // namespace astrolabe::ui
