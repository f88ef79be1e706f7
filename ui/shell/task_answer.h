#pragma once
// What answers a job that does not train, for files of it.

#include "core/planning/leading.h"
#include "ui/document/plan_document.h"
#include "ui/results/results_panel.h"

namespace astrolabe::ui {

/// The answer of the planner of the plan's task to the question in force; null where the job trains, where
/// nobody answers it, and where the answer is not there yet.
planning::FoundPtr taskAnswer(const PlanDocument& document, const ResultsPanel& results);

}  // namespace astrolabe::ui
