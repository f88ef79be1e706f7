#pragma once
// The ranked strategies as a table, with strategies typed by hand and options of other kinds among them and
// rejected ones behind. It sorts and filters itself: 200,000 rows are no more than an order of numbers.

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "core/cost/evidence.h"
#include "core/engine.h"
#include "core/plan/snapshot.h"
#include "ui/document/runtime_asker.h"
#include "ui/render/strategy_words.h"
#include "ui/results/row_filter.h"

namespace astrolabe::ui {

class RankingModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// What each one says: ui/results/ranking_columns.cpp, a row for each of these.
  enum Column {
    Rank,
    Reason,
    TokensPerSecond,
    UsdPerTrillion,
    Step,
    Mfu,
    PeakMemory,
    GpusUsed,
    Evidence,  ///< what stands behind the predictions of its GPUs
    RunsOn,    ///< which training runtimes start it
    TensorParallel,
    PipelineParallel,
    DataParallel,
    ContextParallel,
    ExpertParallel,
    ExpertTensorParallel,
    VirtualPipeline,
    MicroBatch,
    ZeroStage,
    Recompute,
    Schedule,
    Offload,  ///< what lies in host memory
    Bubble,
    TokensPerGpu,
    JobHours,
    JobUsd,
    Power,
    Delta,
    StepLow,   ///< of the 80 % band
    StepHigh,  ///< of the 80 % band
    ColumnCount
  };
  enum Role {
    SortRole = Qt::UserRole,  ///< a number
    ShareRole,                ///< PeakMemory: share of the limit
    PoolsRole,                ///< GpusUsed: list of (pool index, GPUs)
    FullRole,                 ///< full precision, for copying
    PinnedRole,
    RejectedRole,
    BadgeRole,  ///< bool: the words stand in a frame: a runtime that starts the layout, a device not measured
  };
  /// Mine: beside what the search found.
  enum class Kind : std::uint8_t { Best, Mine, Rejected };
  struct Entry {
    Kind kind = Kind::Best;
    std::uint32_t index = 0;
    bool operator==(const Entry&) const = default;
  };
  using Mine = std::vector<planning::OptionPtr>;

  explicit RankingModel(QObject* parent = nullptr);
  /// Rows of a search. Selection and persistent indices stay with their strategies.
  void setSnapshot(plan::SnapshotPtr snapshot);
  /// Strategies that a person typed, predicted, possible or not, and options of other kinds.
  void setMine(Mine mine);
  void setShowRejected(bool shown);
  /// Sets what runtimes make of the layouts of this question; a cell is unknown until that is told.
  void setRuntimes(RuntimesOfLayoutsPtr runtimes);
  /// The layouts that runtimes are asked about: the first kMostJudged rows, whatever the order and filter.
  std::vector<strategy::Strategy> layouts() const;
  static constexpr std::size_t kMostJudged = 1000;
  void setFilter(RowFilter filter);
  /// Pinned rows stand first whatever the order and the filter; the last one pinned is what Δ is taken
  /// against.
  void setPinned(std::vector<planning::LayoutPtr> pinned);
  void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
  /// The rows as they stand now, to be read by another thread. It goes when the last one lets go of it.
  std::shared_ptr<const RankingModel> frozen() const;

  const plan::SnapshotPtr& snapshot() const { return m_state.snapshot; }
  const std::vector<planning::LayoutPtr>& pinned() const { return m_state.pinned; }
  bool showsRejected() const { return m_state.showRejected; }
  bool deltaAgainstPinned() const { return m_state.referencePinned; }
  /// The value against which Δ is taken, in the goal's unit; 0 for nothing.
  double deltaReference() const { return m_state.reference; }
  /// Rows before the filter.
  int unfilteredCount() const { return m_state.unfiltered; }
  const Entry* entry(int row) const;
  const cost::Evaluation* evaluation(int row) const;
  /// Null for a row of another kind than pipelines.
  const strategy::Strategy* strategy(int row) const;
  /// The option of a row of another kind; null for pipelines.
  const planning::Option* beside(int row) const;
  /// The layout of a row; null for none.
  planning::LayoutPtr layout(int row) const;
  /// Row that shows a layout now, -1 for none.
  int rowOf(const planning::LayoutPtr& layout) const;
  /// True where the row shows that layout.
  bool shows(int row, const planning::LayoutPtr& layout) const;
  bool isPinned(int row) const;
  /// Columns that all rows leave at one, or that belong to rejected rows, are not worth their width.
  bool isColumnUsed(int column) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  /// Everything that decides which rows are shown in which order, and the rows.
  struct State {
    plan::SnapshotPtr snapshot;
    Mine mine;
    std::vector<planning::LayoutPtr> pinned;
    RowFilter filter;
    RuntimesOfLayoutsPtr runtimes;
    std::vector<cost::Evidence> evidence;  ///< of the question's pools
    bool showRejected = false;
    int sortColumn = Rank;
    Qt::SortOrder order = Qt::AscendingOrder;
    double reference = 0.0;  ///< what goalValue() is compared with
    bool referencePinned = false;
    planning::OptionPtr leader;  ///< of `mine`, what stands ahead of all strategies found; null: nothing does
    int unfiltered = 0;
    std::vector<Entry> rows;

    const cost::Evaluation* evaluation(Entry entry) const;
    const strategy::Strategy* strategy(Entry entry) const;
    const planning::Option* beside(Entry entry) const;
    bool is(Entry entry, const planning::LayoutPtr& layout) const;
    const cost::Violation* violation(Entry entry) const;
    bool isPinned(Entry entry) const;
    /// Null where it is not judged, or not yet.
    const RuntimeVerdicts* verdicts(Entry entry) const;
    /// Pools of the question that a row uses, a pool perhaps more than once.
    template <class See>
    void seePools(Entry entry, const See& see) const;
    cost::Evidence evidenceOf(Entry entry) const;
    double rank(Entry entry) const;
    double goalValue(const cost::Evaluation& evaluation) const;
    double delta(const cost::Evaluation& evaluation) const;
    double number(Entry entry, int column) const;
    FilterRow facts(Entry entry) const;
    void findReference();
    bool isReference(Entry entry) const;
    void arrange();
  };
  void replace(State next);
  void moveHeldIndices(const State& old, int count);
  QString text(Entry entry, int column) const;
  QString evaluatedText(const cost::Evaluation& evaluation, Entry entry, int column) const;
  QString settingText(Entry entry, int column) const;
  QString fullText(Entry entry, int column) const;
  QString gpusText(const cost::Evaluation& evaluation) const;
  QString reasonText(const cost::Violation& violation) const;
  QString stepTitle(bool whole) const;
  // ranking_runtimes.cpp
  QString runsOnNamed(Entry entry) const;
  QString runtimeTip(Entry entry) const;
  QString evidenceTip(Entry entry) const;
  // ranking_tips.cpp
  QString exactValue(const cost::Evaluation& evaluation, Entry entry, int column) const;
  QString tip(Entry entry, int column) const;
  QString deltaTitle(bool whole) const;

  State m_state;
};

}  // namespace astrolabe::ui
