#pragma once
// How far an answer holds, with that answer.

#include <memory>

#include "core/plan/sensitivity.h"
#include "core/plan/snapshot.h"

namespace astrolabe::ui {

struct SensitivityAnswer {
  plan::SnapshotPtr snapshot;
  plan::Sensitivity found;
};
using SensitivityAnswerPtr = std::shared_ptr<const SensitivityAnswer>;

}  // namespace astrolabe::ui
