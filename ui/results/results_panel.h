#pragma once

#include <QTabWidget>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "ui/controls/refresh.h"
#include "ui/document/plan_document.h"
#include "ui/document/planner_bridge.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"
#include "ui/document/space_estimate.h"
#include "ui/render/figure_file.h"
#include "ui/results/figure_question.h"
#include "ui/results/pareto_data.h"
#include "ui/results/shown_table.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QRubberBand;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace astrolabe::ui {

class BreakdownView;
class KindPage;
class KindResults;
class LogView;
class MyLayouts;
class ParetoView;
class PartsPanel;
class PlotPage;
class RankingPage;
class RankingView;
class ReplanPage;
class ScaleView;
class SpanTable;
class TabFold;
class TaskSearch;
class TimelineView;
class ToolCorner;
class WhyView;

/// How a tool beside the tabs looks: its icon alone, words beside the icon, the same as a switch that stays
/// pressed.
enum class ToolLook { Icon, Words, Toggle };

/// One view of the results: its page, the tools that stand beside the tabs while it is shown, what marks it
/// stale and what draws it for files (both may be empty; a drawing of no size is none).
struct ResultTab {
  QString title;
  QWidget* page = nullptr;
  QList<QToolButton*> tools;
  std::function<void(bool)> setStale;
  std::function<Figure()> figure;
  int order = 0;                        ///< among all views, wherever they are laid
  std::function<QString()> words = {};  ///< what it says, for a file of text; may be empty
  std::string task = "train";           ///< of the jobs that it is for, as viewsOf(); empty: of all
};

/// The results: ranking, Pareto, timeline, breakdown and log over one selection. Follows the search, at most
/// four times a second after the first picture.
class ResultsPanel : public QWidget {
  Q_OBJECT

 public:
  ResultsPanel(PlanDocument& document, SearchBridge& bridge, StrategySelection& selection,
               QWidget* parent = nullptr);

  /// Sets what the page before the first search tells of the space; `estimate` must outlive this panel.
  void setEstimate(const SpaceEstimate& estimate);
  /// Adds a view before the log.
  void addTab(ResultTab tab);
  /// A tool for the row beside the tabs.
  QToolButton* makeTool(const QString& name, const QString& icon, const QString& text, ToolLook look);
  void showTab(const QWidget* page);
  /// Shows the view of that place in the order of all, 0 first.
  void showView(int order);
  /// Places in that order, whatever the task.
  int viewCount() const;
  /// The title of the view at a place; empty where the task has none there.
  QString titleOf(int order) const;
  /// Lays a view beside the others, one at a time; null brings it back among the tabs.
  void layBeside(QWidget* page);
  /// Tells whether the window has little room: then no view lies beside the others, and the one that does is
  /// a tab until there is room.
  void setCompact(bool compact);
  /// The view in front goes beside the others, or the one that is there comes back.
  void toggleBeside();
  /// The view that lies beside the others, or null.
  QWidget* beside() const { return m_beside ? m_beside->page : nullptr; }
  /// The view that lies beside the others and its share of the width: "paretoView 0.36"; empty for none.
  QString savedBeside() const;
  void restoreBeside(const QString& saved);
  QTabWidget& tabs() { return *m_tabs; }
  /// The page of the view in front; null while there is nothing to show.
  const QWidget* frontPage() const;
  TimelineView& timeline() const { return *m_timeline; }
  RankingPage& ranking() { return *m_rankingPage; }
  MyLayouts& myLayouts() { return *m_mine; }
  /// Shows why the selected strategy is not first; with `typed`, the cursor waits for another one.
  void showWhy(bool typed = false);
  /// Who plans beside the search. Precondition: planning::other_planners() has one of that id.
  PlannerBridge& planner(std::string_view id) const;
  const std::vector<PlannerBridge*>& planners() const { return m_planners; }
  /// Strategies that move their state, looked for once those that hold their own are proven: among
  /// strategies.
  PlannerBridge& movedState() const { return *m_movedState; }
  /// The plan of another kind that stands first in the ranking, or the strategy that moves its state and
  /// does; null where a strategy found by the search does, or nothing.
  planning::OptionPtr leader() const;
  /// The answer of the search with what is known of strategies that move their state, as `plan` gives it;
  /// while nothing is known of these that of the search. Null before the first search. The same object as
  /// long as neither is another one.
  plan::SnapshotPtr answer() const;
  /// Who answers in place of the search; null where the plan trains, or nobody does.
  PlannerBridge* taskPlanner() const;
  /// The view in front as a drawing; nothing for a table.
  std::optional<Figure> currentFigure() const;
  /// The table that stands in front instead of a drawing; nothing where none does.
  std::optional<WordTable> currentTable() const;
  /// The view in front as plain text; empty for a view without words.
  QString currentWords() const;
  QString currentTitle() const;
  bool isRankingInFront() const;
  /// Offers pictures of the views that have one now.
  void updateFigures();
  /// The plot in front has its numbers as a table as well.
  bool hasTable() const;
  void toggleTable();
  /// The ranking as it stands: RFC 4180.
  QByteArray rankingCsv() const;
  /// The scenario that the one on the canvas is compared with, in the plot of speed and cost.
  void setBaseline(std::optional<ParetoBaseline> baseline);
  /// Opens the editor of an own strategy, beginning with the selected one.
  void editLayout();
  /// Asks how the current cell of the ranking is worked out, what the breakdown in front shows, else what
  /// counts of the selected strategy; false where there is none.
  bool askFigure();
  void showBreakdown();

 signals:
  void runRequested();
  /// A change that makes an impossible request possible was chosen.
  void fixRequested(const astrolabe::plan::Fix& fix);
  /// The rules, at the one of that name.
  void rulesRequested(const QString& rule);
  /// A term of the glossary by its id.
  void glossaryRequested(const QString& term);
  /// Something to be written under a name that a person is asked for.
  void fileOffered(const QString& title, const QString& ending, const QString& filter,
                   const QByteArray& bytes);
  void refused(const astrolabe::Error& error);
  /// The accuracy of predictions was asked for.
  void accuracyRequested();
  /// How a figure is worked out was asked.
  void figureAsked(const astrolabe::ui::FigureQuestion& asked);
  /// Another view can be drawn now, or none any more.
  void figuresChanged();
  /// The views are those of another task.
  void viewsChanged();

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* emptyPage();
  void addPareto();
  void addTimeline();
  void addBreakdown();
  void addWhy();
  void addPlot(PlotPage* view, const QString& title, const QString& tableName, const QString& figure,
               const std::string& task = "train");
  void addSensitivity();
  void addScale();
  void addReplan();
  void addLog();
  QWidget* timelinePage();
  QWidget* timelineHead(QWidget* page);
  QWidget* timelineTable(QWidget* page);
  void editLayoutFrom(const planning::LayoutPtr& from);
  void follow();
  void showSnapshot(const plan::SnapshotPtr& snapshot);
  QToolButton* tableSwitch() const;
  void offerCopy(ResultTab& tab);
  void openWhyFrom(QWidget* shown, std::function<bool()> chosen = {});
  void updateEmpty();
  void updateStale();
  void updateTimelineTitle();
  void fillTimelineTable();
  void updateCalibrated();
  // results_tools.cpp
  void updateTools();
  void fitTools();
  // results_ranking.cpp
  void addRanking();
  QToolButton* placesTool();
  // results_kinds.cpp
  void addKinds();
  void addKind(const KindResults& kind, PlannerBridge& bridge);
  void addPage(const KindResults& kind, PlannerBridge& bridge, KindPage* page, const QString& title,
               int order);
  int orderAfter(std::string_view task) const;
  bool isOfTask(const ResultTab& tab) const;
  void showTask();
  void selectBest(const std::vector<planning::OptionPtr>& options);
  QToolButton* exportTool(const KindResults& kind, const planning::Planner& planner, const KindPage& page);
  void wantKinds();
  std::vector<planning::OptionPtr> otherKinds() const;
  void rankKinds();
  QString unknownKinds() const;
  void showMine();
  // results_beside.cpp
  void buildBeside();
  void applyShare();
  const ResultTab* frontView() const;
  void showTabMenu(QTabWidget* tabs, const QPoint& at);
  bool dragTab(QTabWidget* tabs, QEvent* event);

  PlanDocument& m_document;
  SearchBridge& m_bridge;
  StrategySelection& m_selection;
  MyLayouts* m_mine = nullptr;
  std::vector<PlannerBridge*> m_planners;  ///< beside the search
  PlannerBridge* m_movedState = nullptr;   ///< beside it, too: a kind of strategies, so that no table has it
  const SpaceEstimate* m_estimate = nullptr;
  std::vector<planning::OptionPtr> m_ranked;  ///< those of other kinds, as rows
  /// What answer() was made of, and came to.
  struct Answered {
    plan::SnapshotPtr own;
    planning::FoundPtr moved;
    plan::SnapshotPtr whole;
  };
  mutable Answered m_answered;
  QStackedWidget* m_stack = nullptr;
  QTabWidget* m_tabs = nullptr;
  ToolCorner* m_corner = nullptr;
  TabFold* m_fold = nullptr;
  QSplitter* m_sides = nullptr;
  QTabWidget* m_besideTabs = nullptr;
  ToolCorner* m_besideCorner = nullptr;
  std::optional<ResultTab> m_beside;
  QRubberBand* m_landing = nullptr;  ///< where a dragged tab would go
  QWidget* m_dragged = nullptr;
  QPoint m_dragStart;
  bool m_compact = false;
  QString m_keptBeside;  ///< what comes back with room, as savedBeside() says it
  double m_share = 0.0;  ///< of the width, for the view beside, until it can be given
  QToolButton* m_calibrated = nullptr;
  bool m_ownConstants = false;  ///< that tool is wanted
  QList<ResultTab> m_views;     ///< in the order of the tabs
  QList<ResultTab> m_away;      ///< of another task than the plan's
  std::string m_task = "train";
  TaskSearch* m_taskSearch = nullptr;
  planning::LayoutPtr m_bestOfTask;
  RankingPage* m_rankingPage = nullptr;
  RankingView* m_ranking = nullptr;
  ParetoView* m_pareto = nullptr;
  TimelineView* m_timeline = nullptr;
  SpanTable* m_spans = nullptr;
  PartsPanel* m_parts = nullptr;
  BreakdownView* m_breakdown = nullptr;
  WhyView* m_why = nullptr;
  ReplanPage* m_replan = nullptr;
  ScaleView* m_scale = nullptr;
  LogView* m_log = nullptr;
  QStackedWidget* m_timelineStack = nullptr;
  QWidget* m_timelinePage = nullptr;
  QLabel *m_emptyText = nullptr, *m_timelineTitle = nullptr;
  QLineEdit* m_find = nullptr;
  QPushButton *m_run = nullptr, *m_askWhy = nullptr;
  bool m_lookInside = false;  ///< the views are shown although nothing fits
  Refresh m_refresh{[this] { showSnapshot(m_bridge.snapshot()); }};
};

}  // namespace astrolabe::ui
