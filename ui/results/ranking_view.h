#pragma once

#include <QJsonObject>
#include <QMenu>
#include <QPersistentModelIndex>
#include <QTableView>
#include <QTimer>

#include "ui/document/plan_document.h"
#include "ui/document/selection.h"
#include "ui/results/figure_question.h"
#include "ui/results/ranking_model.h"

namespace astrolabe::ui {

/// The ranking: one row a strategy, sorted by any column, tied to the one selection of the window. Keys: P
/// pins, C compares, E edits as my layout, H tells how the figure of the cell is worked out, Ctrl+C copies,
/// the menu key opens everything a row can do.
class RankingView : public QTableView {
  Q_OBJECT

 public:
  RankingView(PlanDocument& document, StrategySelection& selection, QWidget* parent = nullptr);
  void setSnapshot(const plan::SnapshotPtr& snapshot);
  void setMine(RankingModel::Mine mine);
  void setFilter(RowFilter filter);
  void setShowRejected(bool shown);
  /// Bars at 72 % while the inputs are newer.
  void setStale(bool stale);
  bool isStale() const { return m_stale; }
  const PlanDocument& document() const { return m_document; }
  RankingModel& rows() { return m_model; }
  const RankingModel& rows() const { return m_model; }
  /// Selected rows (or all) as tab-separated text and as HTML, both with headings and full precision.
  void copySelection();
  /// Pins the selected rows, or lets them go when all of them are pinned.
  void togglePin();
  /// Two selected rows, or the current one and the best, side by side in timeline and plots; again ends it.
  void toggleCompare();
  /// The columns to choose from, with their state; for a menu anywhere.
  void fillColumnMenu(QMenu& menu);
  void setColumnChosen(int column, bool chosen);
  /// Columns, their order and the sorted one, by the names that files use.
  QJsonObject savedColumns() const;
  void restoreColumns(const QJsonObject& saved);
  bool isColumnChosen(int column) const { return m_chosen.contains(column); }
  /// Asks how the figure of the current cell is worked out; false where its row has none.
  bool askFigure();

 signals:
  void rowsChanged();  ///< their number, the filter or the pins
  void whyRequested();
  void editRequested(const astrolabe::planning::LayoutPtr& layout);
  void figureAsked(const astrolabe::ui::FigureQuestion& asked);
  /// The selected strategy is the one that runs now.
  void runningChosen();
  /// Asks what a column means: `term` is the id of a term of the glossary.
  void glossaryRequested(const QString& term);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  template <typename Change>
  void changeRows(Change change);
  void followSelection();
  void showColumns();
  void sizeColumns();
  void returnToTop();
  void askRuntimes();
  PlanDocument& m_document;
  StrategySelection& m_selection;
  RankingModel m_model;
  RuntimeAsker m_runtimes;
  bool m_stale = false;
  bool m_following = false;
  bool m_scrolled = false;       ///< by a person
  QTimer m_explainSoon;          ///< a click that may become a double click
  QPersistentModelIndex m_held;  ///< figure of the selected row on which the button went down
  QSet<int> m_chosen;            ///< columns a person wants to see
  QList<int> m_wanted;           ///< least widths by column; only grow while a search runs
};

}  // namespace astrolabe::ui
