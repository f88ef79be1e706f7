#include "ui/document/running_layout.h"

#include <QCoreApplication>

#include "core/base/json.h"
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

void setRunning(PlanDocument& document, const strategy::Strategy& strategy,
                const strategy::Problem& problem) {
  setRunningText(document, text_of(strategy::to_json(strategy, problem.pool_ids())));
}

void clearRunning(PlanDocument& document) { setRunningText(document, {}); }

}  // namespace astrolabe::ui
