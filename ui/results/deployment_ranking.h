#pragma once
// The deployments that were found, the best first, with what they reach: in place of the ranking of
// strategies.

#include <QAbstractTableModel>
#include <QSet>
#include <QSortFilterProxyModel>

#include "ui/render/deployment_words.h"
#include "ui/results/kinds.h"

class QLabel;
class QStackedWidget;
class QTableView;

namespace astrolabe::ui {

/// Rows of options; column 0 is the rank, 1 the layout, the others deploymentColumns().
class DeploymentModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int kSortRole = Qt::UserRole;
  explicit DeploymentModel(QObject* parent = nullptr);
  /// `pools`: ids of the cluster's pools.
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

  std::vector<planning::OptionPtr> m_options;
  std::vector<std::string> m_pools;
  std::vector<DeploymentColumn> m_columns;
};

/// The table, or words in its place. The row that is selected is what the window shows.
class DeploymentRanking : public KindPage {
  Q_OBJECT

 public:
  DeploymentRanking(PlanDocument& document, PlannerBridge& bridge, QWidget* parent = nullptr);
  planning::OptionPtr option() const override;
  QString copyText() const override { return m_model.plainText(); }
  void follow(StrategySelection& selection) override;
  void setStale(bool stale) override;
  bool hasColumns() const override { return true; }
  void fillColumns(QMenu& menu) override;
  const DeploymentModel& rows() const { return m_model; }
  QTableView& table() const { return *m_table; }

 private:
  void refresh();
  void select();

  PlanDocument& m_document;
  PlannerBridge& m_bridge;
  StrategySelection* m_selection = nullptr;
  DeploymentModel m_model;
  QSortFilterProxyModel m_sorted;
  QTableView* m_table = nullptr;
  QStackedWidget* m_stack = nullptr;
  QLabel* m_words = nullptr;
  QSet<int> m_hidden;  ///< columns
  bool m_selecting = false;
};

/// What stands in place of deployments while there are none.
QString noDeploymentText(const PlannerBridge& bridge);

}  // namespace astrolabe::ui
