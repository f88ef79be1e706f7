#pragma once
// Why the best placement is the best, and why another one is not.

#include <vector>

#include "ui/results/kinds.h"
#include "ui/results/post_training_pareto.h"
#include "ui/results/text_table.h"
#include "ui/results/why_sides.h"

namespace astrolabe::ui {

/// Left: the sentences of the first. Right: another one, of those found, of each form and of time and cost,
/// what keeps it from being first, and the figures in which both differ. Children: postTrainingWhy.chosen,
/// .pick, .verdict, .table.
class PostTrainingWhyPage : public KindPage {
  Q_OBJECT

 public:
  PostTrainingWhyPage(PlannerBridge& bridge, QWidget* parent = nullptr);
  planning::OptionPtr option() const override { return m_found ? m_given : nullptr; }
  QString copyText() const override;
  void follow(StrategySelection& selection) override;
  void setStale(bool stale) override { m_sides.setStale(stale); }

 private:
  void refresh();
  void fillPicks();
  void show(const planning::OptionPtr& option);

  PlannerBridge& m_bridge;
  StrategySelection* m_selection = nullptr;
  PostTrainingsPtr m_found;
  std::vector<planning::OptionPtr> m_picks;
  planning::OptionPtr m_given;
  TextTable m_rows;
  WhySides m_sides;
};

}  // namespace astrolabe::ui
