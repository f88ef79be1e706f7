#pragma once
// What a launch script says: a job and a strategy of one's own.

#include <string>
#include <utility>
#include <vector>

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Another job together with another list of own strategies (JSON, pools by id): one undo step.
class TakeScript : public PlanCommand {
 public:
  TakeScript(PlanDocument& document, strategy::Job job, std::vector<std::string> layouts)
      : PlanCommand(document, CommandText::tr("Open a launch script")),
        m_job(std::move(job)),
        m_layouts(std::move(layouts)) {}

 protected:
  void swapWith(plan::Plan& plan) override {
    std::swap(plan.job, m_job);
    std::swap(plan.my_layouts, m_layouts);
  }

 private:
  strategy::Job m_job;
  std::vector<std::string> m_layouts;
};

}  // namespace astrolabe::ui
