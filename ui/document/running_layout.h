#pragma once
// The layout that the job says is running: said of a strategy, and taken back.

#include "core/planning/layout.h"
#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// Whether it can be said of the layout that it runs: plans keep layouts of its kind, or it is a program
/// whose row tells it. False for none.
bool mayRun(const planning::LayoutPtr& layout, const strategy::Problem& problem);
/// That layout runs now, on the GPUs that it ranks on under the marks of `problem`: one undo step, none where
/// it is said already. Precondition: mayRun().
void setRunning(PlanDocument& document, const planning::LayoutPtr& layout, const strategy::Problem& problem);
/// No layout is said to run.
void clearRunning(PlanDocument& document);

}  // namespace astrolabe::ui
