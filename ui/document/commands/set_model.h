#pragma once
// The model of the plan.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Another model: its name, its configuration text, and the values a person typed for missing fields.
class SetModel : public PlanCommand {
 public:
  SetModel(PlanDocument& document, const std::string& name, std::string text,
           std::map<std::string, double, std::less<>> entered = {});

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  std::string m_name, m_text;
  std::map<std::string, double, std::less<>> m_entered;
};

}  // namespace astrolabe::ui
