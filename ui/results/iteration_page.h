#pragma once
// The placement that is shown: its iteration over time, how busy and how full each set of GPUs is, and what
// the time is made of.

#include "ui/results/iteration_view.h"
#include "ui/results/option_page.h"
#include "ui/results/post_training_pareto.h"
#include "ui/results/text_table.h"

namespace astrolabe::ui {

/// Timeline at the left; sets or parts at the right, each with its numbers as a table.
/// Words in their place while there is no placement.
class IterationPage : public OptionPage {
  Q_OBJECT

 public:
  enum View { SetsShown, PartsShown };

  IterationPage(PlannerBridge& bridge, QWidget* parent = nullptr);
  QString copyText() const override;
  Figure figure() const override;
  void setStale(bool stale) override;
  IterationView& timeline() const { return *m_timeline; }

 private:
  bool take(const planning::FoundPtr& found) override;
  bool isOfKind(const planning::OptionPtr& option) const override;
  QString noneText() const override;
  void fill(const planning::OptionPtr& option) override;
  void placeViews() override;
  QWidget* left();
  QWidget* right();
  void refreshTitle(const planning::Option& option);
  void tellBlock();
  void showPhases(const post_training::Placement& placement, const post_training::Iteration& iteration);
  void showSets(const post_training::Placement& placement, const post_training::Iteration& iteration);
  void showParts(const post_training::Iteration& iteration);

  PostTrainingsPtr m_found;
  QLabel* m_block = nullptr;
  IterationView* m_timeline = nullptr;
  LyingBars *m_busy = nullptr, *m_memory = nullptr, *m_parts = nullptr;
  TextTable m_phaseRows, m_setRows, m_partRows;
};

/// What stands in place of placements while there are none.
QString noPlacementText(const PlannerBridge& bridge);

}  // namespace astrolabe::ui
