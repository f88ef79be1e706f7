#pragma once
// The deployment that is shown: the frontier it lies on, how it behaves under load, where the time of an
// iteration and of a request goes, and what fills the memory of a GPU.

#include "ui/results/kinds.h"
#include "ui/results/serving_plots.h"
#include "ui/results/text_table.h"

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTabBar;
class QTableView;

namespace astrolabe::ui {

class ExchangeView;
class TabFold;

/// Frontier at the left; load, iteration, request, memory or the all-to-all of experts at the right, each
/// with its numbers as a table. Words in their place while there is no deployment.
class ServingPage : public KindPage {
  Q_OBJECT

 public:
  enum View { LoadShown, IterationShown, RequestShown, MemoryShown, ExpertsShown };

  ServingPage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent = nullptr);
  planning::OptionPtr option() const override;
  QString copyText() const override;
  bool hasTable() const override { return true; }
  bool showsTable() const override { return m_asTable; }
  void setShowTable(bool table) override;
  Figure figure() const override;
  void follow(StrategySelection& selection) override;
  void setStale(bool stale) override;
  FrontierPlot& frontier() const { return *m_frontier; }
  LoadPlots& load() const { return *m_load; }
  void showView(View view);

 private:
  QWidget* head();
  QWidget* left();
  QWidget* right();
  void refresh();
  void refreshTitle(const deploy::Fleet& fleet);
  void showLoad(const deploy::Fleet& fleet);
  void showIteration(const deploy::Fleet& fleet);
  void showRequest(const deploy::Fleet& fleet);
  void showMemory(const deploy::Fleet& fleet);
  void fillFrontierTable();
  void placeViews();
  QString poolName(int pool) const;
  /// What a pool is asked; none where it cannot serve the model.
  std::optional<serving::Question> askedOf(int pool) const;
  std::vector<int> gpuIndices() const;

  PlanDocument& m_document;
  PlannerBridge& m_bridge;
  StrategySelection* m_selection = nullptr;
  DeploymentsPtr m_found;
  QLabel *m_title = nullptr, *m_words = nullptr;
  QStackedWidget *m_stack = nullptr, *m_leftStack = nullptr, *m_rightStack = nullptr;
  QTabBar* m_choice = nullptr;
  QComboBox* m_upwards = nullptr;
  TabFold* m_fold = nullptr;
  FrontierPlot* m_frontier = nullptr;
  LoadPlots* m_load = nullptr;
  ExchangeView* m_experts = nullptr;
  LyingBars *m_iteration = nullptr, *m_first = nullptr, *m_whole = nullptr, *m_memory = nullptr;
  TextTable m_frontierRows, m_loadRows, m_iterationRows, m_requestRows, m_memoryRows;
  bool m_asTable = false, m_stale = false;
};

}  // namespace astrolabe::ui
