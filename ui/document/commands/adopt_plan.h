#pragma once
// Another plan in one step: what was tried elsewhere and is kept.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

class AdoptPlan : public PlanCommand {
 public:
  AdoptPlan(PlanDocument& document, plan::Plan plan, const QString& label)
      : PlanCommand(document, label),
        m_plan(std::move(plan)),
        m_shown(m_plan.id),
        m_before(document.plan().id) {}

 protected:
  /// The plan that comes shows what it showed at first, whatever was looked at when it went.
  void swapWith(plan::Plan& plan) override {
    std::swap(plan, m_plan);
    plan::show_scenario(plan, m_shown);
    std::swap(m_shown, m_before);
  }

 private:
  plan::Plan m_plan;
  int m_shown, m_before;  ///< ids, of the plan that comes next and of that behind it
};

}  // namespace astrolabe::ui
