#pragma once
// Which placements none beats in time and money, and what the best of each form of placing takes.

#include "ui/results/option_page.h"
#include "ui/results/post_training_pareto.h"
#include "ui/results/text_table.h"

namespace astrolabe::ui {

/// Time against money at the left, the forms at the right: colocated, in two sets, each role by itself.
class PostTrainingParetoPage : public OptionPage {
  Q_OBJECT

 public:
  PostTrainingParetoPage(PlannerBridge& bridge, QWidget* parent = nullptr);
  QString copyText() const override;
  Figure figure() const override;
  PostTrainingPareto& pareto() const { return *m_pareto; }

 private:
  bool take(const planning::FoundPtr& found) override;
  bool isOfKind(const planning::OptionPtr& option) const override;
  QString noneText() const override;
  void fill(const planning::OptionPtr& option) override;
  void showPareto(const planning::LayoutPtr& shown);
  void showForms();

  PostTrainingsPtr m_found;
  PostTrainingPareto* m_pareto = nullptr;
  LyingBars* m_forms = nullptr;
  TextTable m_paretoRows, m_formRows;
};

}  // namespace astrolabe::ui
