#pragma once
// A program on groups of equal GPUs: which split works inside the groups, which between them.

#include "core/planning/groups.h"
#include "ui/results/kinds.h"
#include "ui/results/text_table.h"

class QLabel;
class QStackedWidget;

namespace astrolabe::ui {

/// Step, bound and end of the step as words; a row for each pool. Words in their place while there is no
/// program.
class GroupsPage : public KindPage {
  Q_OBJECT

 public:
  GroupsPage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent = nullptr);
  planning::OptionPtr option() const override;
  QString copyText() const override;
  void follow(StrategySelection& selection) override;
  void setStale(bool stale) override;

 private:
  void refresh();
  void fill(const planning::GroupsLayout& layout, const strategy::Problem& problem);
  QString titleOf(const planning::Option& option) const;
  QString emptyText() const;

  PlanDocument& m_document;
  PlannerBridge& m_bridge;
  StrategySelection* m_selection = nullptr;
  QLabel *m_title = nullptr, *m_words = nullptr;
  QStackedWidget* m_stack = nullptr;
  TextTable m_pools;
};

/// The row of the table in kinds.cpp.
const KindResults& groupsResults();

}  // namespace astrolabe::ui
