#pragma once
// A small document for tests of the window: two pools with a network figure, one model.

#include "core/plan/plan_file.h"
#include "ui/document/commands/commands.h"

namespace astrolabe::ui {

/// 4 nodes of 8 H100 and 4 nodes of 8 A100 80GB: the sample that ships with the program.
inline void fillSample(PlanDocument& document) {
  plan::PlanFile file;
  file.plan = plan::sample_plan();
  document.reset(file, {});
}

}  // namespace astrolabe::ui
