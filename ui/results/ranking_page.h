#pragma once

#include <QWidget>

#include "ui/results/ranking_view.h"

class QLabel;
class QLineEdit;
class QStackedWidget;
class QToolButton;

namespace astrolabe::ui {

/// The ranking with its filter: a field that is checked while one types, how many rows it leaves, a switch
/// for rejected rows, and what to do when nothing is left.
class RankingPage : public QWidget {
  Q_OBJECT

 public:
  RankingPage(PlanDocument& document, StrategySelection& selection, QWidget* parent = nullptr);
  RankingView& view() { return *m_view; }
  void setFilterShown(bool shown);
  /// Sets the filter as if `text` was typed; false when it is not a filter.
  bool setFilterText(const QString& text);
  QString filterText() const;
  void clearFilter() { setFilterText({}); }
  void focusFilter();
  /// Columns, order, sorting and filter, for the next start.
  QByteArray saved() const;
  void restore(const QByteArray& saved);
  void setShowRejected(bool shown);
  /// How many places a search ranks; one of choicesOfPlaces().
  int places() const { return m_places; }
  void setPlaces(int places);
  /// What is not known of other kinds of plan, below the rows; empty: nothing.
  void setUnknown(const QString& words);
  static QList<int> choicesOfPlaces() { return {20, 50, 100, 200}; }

 signals:
  void placesChanged(int places);
  void filterShownChanged(bool shown);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QWidget* makeBar();
  QWidget* makeNothing();
  QWidget* makeUnknown();
  void check();
  void updateCounts();
  RankingView* m_view = nullptr;
  QWidget* m_bar = nullptr;
  QLineEdit* m_field = nullptr;
  QLabel *m_mistake = nullptr, *m_counts = nullptr, *m_hidden = nullptr, *m_unknown = nullptr;
  QToolButton* m_rejected = nullptr;
  QStackedWidget* m_stack = nullptr;
  bool m_filterShown = false;
  int m_places = choicesOfPlaces().front();
};

}  // namespace astrolabe::ui
