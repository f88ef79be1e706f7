#pragma once
// The placement that is shown: its iteration over time, how busy and how full each set of GPUs is, what the
// time is made of, time against money, and what other forms of placing would take.

#include "ui/results/iteration_view.h"
#include "ui/results/kinds.h"
#include "ui/results/post_training_pareto.h"
#include "ui/results/text_table.h"

class QLabel;
class QStackedWidget;
class QTabBar;

namespace astrolabe::ui {

class TabFold;

/// Timeline at the left; sets, parts, time and cost, or forms at the right, each with its numbers as a table.
/// Words in their place while there is no placement.
class IterationPage : public KindPage {
  Q_OBJECT

 public:
  enum View { SetsShown, PartsShown, ParetoShown, FormsShown };

  IterationPage(PlannerBridge& bridge, QWidget* parent = nullptr);
  planning::OptionPtr option() const override;
  QString copyText() const override;
  bool hasTable() const override { return true; }
  bool showsTable() const override { return m_asTable; }
  void setShowTable(bool table) override;
  Figure figure() const override;
  void follow(StrategySelection& selection) override;
  void setStale(bool stale) override;
  IterationView& timeline() const { return *m_timeline; }
  PostTrainingPareto& pareto() const { return *m_pareto; }
  void showView(View view);

 private:
  QWidget* head();
  QWidget* left();
  QWidget* right();
  void refresh();
  void refreshTitle(const planning::Option& option);
  void tellBlock();
  void showPhases(const post_training::Placement& placement, const post_training::Iteration& iteration);
  void showSets(const post_training::Placement& placement, const post_training::Iteration& iteration);
  void showParts(const post_training::Iteration& iteration);
  void showPareto();
  void showForms();
  void placeViews();

  PlannerBridge& m_bridge;
  StrategySelection* m_selection = nullptr;
  PostTrainingsPtr m_found;
  QLabel *m_title = nullptr, *m_words = nullptr, *m_block = nullptr;
  QStackedWidget *m_stack = nullptr, *m_leftStack = nullptr, *m_rightStack = nullptr;
  QTabBar* m_choice = nullptr;
  TabFold* m_fold = nullptr;
  IterationView* m_timeline = nullptr;
  LyingBars *m_busy = nullptr, *m_memory = nullptr, *m_parts = nullptr, *m_forms = nullptr;
  PostTrainingPareto* m_pareto = nullptr;
  TextTable m_phaseRows, m_setRows, m_partRows, m_paretoRows, m_formRows;
  bool m_asTable = false, m_stale = false;
};

/// What stands in place of placements while there are none.
QString noPlacementText(const PlannerBridge& bridge);

}  // namespace astrolabe::ui
