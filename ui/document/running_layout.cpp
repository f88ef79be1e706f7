#include "ui/document/running_layout.h"

#include <QCoreApplication>

#include "core/base/json.h"
#include "core/planning/programs.h"
#include "core/planning/running.h"
#include "ui/document/commands/set_job.h"

namespace astrolabe::ui {

namespace {

struct RunningWords {
  Q_DECLARE_TR_FUNCTIONS(RunningWords)
};

void setRunningText(PlanDocument& document, const std::string& text) {
  strategy::Job job = document.plan().job;
  if (job.running == text) return;
  job.running = text;
  document.undoStack().push(new SetJob(document, std::move(job), RunningWords::tr("the running layout")));
}

}  // namespace

bool mayRun(const planning::LayoutPtr& layout, const strategy::Problem& problem) {
  if (const auto* program = planning::as<planning::ProgramLayout>(layout);
      program != nullptr && program->report())
    return true;
  return layout && !layout->to_json(problem.pool_ids()).is_null();
}

void setRunning(PlanDocument& document, const planning::LayoutPtr& layout, const strategy::Problem& problem) {
  setRunningText(document, text_of(planning::running_json(problem, layout, document.plan().objective)));
}

void clearRunning(PlanDocument& document) { setRunningText(document, {}); }

}  // namespace astrolabe::ui
