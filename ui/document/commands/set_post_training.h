#pragma once
// What is post-trained, with the model of the plan, which is that of the leading role.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Another job and the model that goes with it. `what` is the label of the field that was edited, translated.
class SetPostTraining : public PlanCommand {
 public:
  SetPostTraining(PlanDocument& document, strategy::Job job, const QString& what);

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  strategy::Job m_job;
  std::string m_name, m_text;
  std::map<std::string, double, std::less<>> m_entered;
};

/// A role takes a model: one undo step, none where it has that model already.
void takeRoleModel(PlanDocument& document, const std::string& role, const std::string& name,
                   const std::string& text);

/// Several models become the roles of a dataflow: one undo step. A plan of another task turns to
/// post-training. Each model is its name and the text of its configuration; `names` tell their roles. False,
/// and nothing changes, where there are more models than roles.
bool takeRoleModels(PlanDocument& document, const std::vector<std::string>& names,
                    const std::vector<std::pair<std::string, std::string>>& models);

}  // namespace astrolabe::ui
