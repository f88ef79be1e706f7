#pragma once
// What a window is made of: actions, menus, bars and panels, and what connects them with its work.

#include <QMainWindow>
#include <QPointer>
#include <memory>

#include "ui/shell/actions.h"
#include "ui/shell/canvas_actions.h"
#include "ui/shell/compare_flow.h"
#include "ui/shell/figure_explainer.h"
#include "ui/shell/panel_actions.h"
#include "ui/shell/panels.h"
#include "ui/shell/plan_actions.h"
#include "ui/shell/question_banner.h"
#include "ui/shell/result_actions.h"
#include "ui/shell/result_exports.h"
#include "ui/shell/scenario_tools.h"
#include "ui/shell/search_news.h"
#include "ui/shell/side_pages.h"
#include "ui/shell/status_line.h"
#include "ui/shell/window_tool_bar.h"
#include "ui/shell/window_work.h"

namespace astrolabe::ui {

/// Lives and dies as one. Words, measures and sums in the parts are those of the language, text size and
/// currency in which they were made; in others a window takes its parts down and makes new ones, while plan,
/// undo steps, search and selection stay.
class WindowParts : public QObject {
  Q_OBJECT

 public:
  /// How a window stands, for the parts that come after these.
  struct Kept;

  /// Fills `window`. Both outlive the parts.
  WindowParts(QMainWindow& window, WindowWork& work);
  ~WindowParts() override;

  Actions& actions() { return m_actions; }
  Panels& panels() { return m_panels; }
  SidePages& pages() { return m_pages; }
  /// Enables, checks and names actions as plan, search and selection are now.
  void updateActions();
  void showStartPage();
  std::shared_ptr<const Kept> kept() const;
  void giveBack(const std::shared_ptr<const Kept>& kept);

 signals:
  void comeForward();
  void closeRequested();
  void quitRequested();
  void priceMappingsChosen(const QByteArray& mappings);

 private:
  void tellWork();
  void connectWork();
  void connectMenus();
  void connectResults();
  void connectCompare();
  void takeFix(const plan::Fix& fix);
  void showCommandSearch();

  QMainWindow& m_window;
  WindowWork& m_work;
  Actions m_actions;
  QMenu* m_recentMenu;
  WindowToolBar* m_tools;
  Panels m_panels;
  StatusLine m_status;
  PlanActions m_plan;
  ResultActions m_results;
  ResultExports m_exports;
  ScenarioTools m_scenarios;
  PanelActions m_view;
  CanvasActions m_canvas;
  SearchNews m_news;
  QuestionBanner m_banner;
  FigureExplainer m_figures;
  SidePages m_pages;
  CompareFlow m_compare;
  QPointer<QWidget> m_startPage;
  QObject m_wires;  ///< of connections that end before the first part goes
};

}  // namespace astrolabe::ui
