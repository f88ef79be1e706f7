#pragma once

#include <QSortFilterProxyModel>
#include <QTableView>

#include "ui/document/plan_document.h"
#include "ui/document/selection.h"
#include "ui/results/ranking_model.h"

namespace astrolabe::ui {

/// The ranking: one row a strategy, sorted by any column, tied to the one selection of the window.
class RankingView : public QTableView {
  Q_OBJECT

 public:
  RankingView(PlanDocument& document, StrategySelection& selection, QWidget* parent = nullptr);
  void setSnapshot(const plan::SnapshotPtr& snapshot);
  /// Bars at 72 % while the inputs are newer.
  void setStale(bool stale);
  bool isStale() const { return m_stale; }
  const PlanDocument& document() const { return m_document; }
  /// Selected rows (or all) as tab-separated text and as HTML, both with headings and full precision.
  void copySelection();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void followSelection();
  void sizeColumns();
  PlanDocument& m_document;
  StrategySelection& m_selection;
  RankingModel m_model;
  QSortFilterProxyModel m_sorted;
  bool m_stale = false;
  bool m_following = false;
  QList<int> m_wanted;  ///< least widths by column; only grow while a search runs
};

}  // namespace astrolabe::ui
