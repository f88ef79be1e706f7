#pragma once
// The layout that the job says is running: said of a strategy, and taken back.

#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// That strategy runs now: one undo step, none where it is said already.
void setRunning(PlanDocument& document, const strategy::Strategy& strategy, const strategy::Problem& problem);
/// No layout is said to run.
void clearRunning(PlanDocument& document);

}  // namespace astrolabe::ui
