#pragma once
// What a search proposes where nothing fits, taken over into the plan.

#include "core/plan/snapshot.h"
#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// Changes the plan as `fix` says: an ordinary edit, one undo step, after which the changed question starts
/// its own search. False: the plan says so already, or has no such pool any more.
bool takeFix(PlanDocument& document, const plan::Fix& fix);

}  // namespace astrolabe::ui
