#pragma once
// What a planner found, the best first, as a table: in place of the ranking of strategies.

#include <QAbstractTableModel>
#include <QSet>
#include <QSortFilterProxyModel>
#include <functional>
#include <vector>

#include "ui/results/kinds.h"

class QLabel;
class QStackedWidget;
class QTableView;

namespace astrolabe::ui {

/// A column of figures.
struct KindColumnWords {
  QString title, tip;
  std::function<QString(const planning::Option&)> text;
  std::function<double(const planning::Option&)> number;  ///< what rows are sorted by; NaN: nothing
  bool words = false;                                     ///< stands at the left
  bool whereKnown = false;                                ///< shown only where an option has a number
};

/// How a kind is told in its ranking.
struct KindRankingWords {
  QString name;               ///< of the page in code: "post_trainingRanking"
  QString spoken;             ///< of the page, for assistive technology
  QString layout, layoutTip;  ///< heading of the layout
  std::vector<KindColumnWords> columns;
  /// The layout of an option, with the ids of the cluster's pools.
  std::function<QString(const planning::Option&, const std::vector<std::string>& pools)> layoutText;
  /// Further lines for the tip of every cell.
  std::function<QString(const planning::Option&)> tip;
  /// What stands in place of the table while it has no rows.
  std::function<QString(const PlannerBridge&)> nothing;
};

/// Rows of options; column 0 is the rank, 1 the layout.
class KindModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int kSortRole = Qt::UserRole;
  /// `words` outlive it.
  explicit KindModel(const KindRankingWords& words, QObject* parent = nullptr);
  void setOptions(std::vector<planning::OptionPtr> options, std::vector<std::string> pools);
  const std::vector<planning::OptionPtr>& options() const { return m_options; }
  /// Headings and rows, tab-separated.
  QString plainText() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(int row, int column) const;
  bool isWords(int column) const;

  const KindRankingWords& m_words;
  std::vector<planning::OptionPtr> m_options;
  std::vector<std::string> m_pools;
};

/// The table "<name>.table", or words "<name>.words" in its place. The row that is selected is what the
/// window shows. What breaks a limit stands behind the others, with the limit in its tip.
class KindRanking : public KindPage {
  Q_OBJECT

 public:
  KindRanking(PlannerBridge& bridge, KindRankingWords words, QWidget* parent = nullptr);
  planning::OptionPtr option() const override { return m_bridge.option(); }
  QString copyText() const override { return m_model.plainText(); }
  void follow(StrategySelection& selection) override;
  void setStale(bool stale) override;
  bool hasColumns() const override { return true; }
  void fillColumns(QMenu& menu) override;
  const KindModel& rows() const { return m_model; }
  QTableView& table() const { return *m_table; }

 private:
  void resizeEvent(QResizeEvent* event) override;
  void refresh();
  void select();
  bool isHidden(int column) const;
  void fitLayouts();

  PlannerBridge& m_bridge;
  KindRankingWords m_words;
  StrategySelection* m_selection = nullptr;
  KindModel m_model;
  QSortFilterProxyModel m_sorted;
  QTableView* m_table = nullptr;
  QStackedWidget* m_stack = nullptr;
  QLabel* m_nothing = nullptr;
  QSet<int> m_hidden;  ///< columns
  int m_layoutWidth = 0;   ///< that shows every layout whole
  bool m_selecting = false;
};

}  // namespace astrolabe::ui
