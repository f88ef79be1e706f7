#pragma once

#include <QElapsedTimer>
#include <QTabWidget>
#include <QTimer>

#include "ui/document/plan_document.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace astrolabe::ui {

class BreakdownView;
class PartsPanel;
class RankingView;
class TimelineView;

/// The results: ranking, timeline and breakdown over one selection. Follows the search, at most four times a
/// second after the first picture.
class ResultsPanel : public QWidget {
  Q_OBJECT

 public:
  ResultsPanel(PlanDocument& document, SearchBridge& bridge, StrategySelection& selection,
               QWidget* parent = nullptr);

 signals:
  void runRequested();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QWidget* emptyPage();
  QWidget* timelinePage(StrategySelection& selection);
  void follow();
  void showSnapshot(const plan::SnapshotPtr& snapshot);
  void updateEmpty();
  void updateStale();
  void updateTools();

  PlanDocument& m_document;
  SearchBridge& m_bridge;
  QStackedWidget* m_stack = nullptr;
  QTabWidget* m_tabs = nullptr;
  RankingView* m_ranking = nullptr;
  TimelineView* m_timeline = nullptr;
  PartsPanel* m_parts = nullptr;
  BreakdownView* m_breakdown = nullptr;
  QLabel* m_emptyText = nullptr;
  QLabel* m_timelineTitle = nullptr;
  QPushButton* m_run = nullptr;
  QToolButton *m_copy = nullptr, *m_fold = nullptr, *m_path = nullptr, *m_fit = nullptr, *m_asTable = nullptr;
  QTimer m_refresh;
  QElapsedTimer m_shown;
};

}  // namespace astrolabe::ui
