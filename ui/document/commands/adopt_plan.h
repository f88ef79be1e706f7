#pragma once
// Another plan in one step: what was tried elsewhere and is kept.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

class AdoptPlan : public PlanCommand {
 public:
  AdoptPlan(PlanDocument& document, plan::Plan plan, const QString& label)
      : PlanCommand(document, label), m_plan(std::move(plan)) {}

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan, m_plan); }

 private:
  plan::Plan m_plan;
};

}  // namespace astrolabe::ui
