#pragma once
// Strategies typed by hand that the plan keeps.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Another list of own strategies (JSON, pools by id). It is no part of the question: nothing is searched
/// anew.
class SetMyLayouts : public PlanCommand {
 public:
  SetMyLayouts(PlanDocument& document, std::vector<std::string> layouts);

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.my_layouts, m_layouts); }

 private:
  std::vector<std::string> m_layouts;
};

}  // namespace astrolabe::ui
