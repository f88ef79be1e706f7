#pragma once
// A pipeline in sentences, for a report.

#include <QString>

#include "core/planning/option.h"
#include "core/strategy/problem.h"

namespace astrolabe::ui {

/// Which stage holds which layers, what is recomputed, where weights and state lie, the schedule.
QString strategySentences(const planning::Option& option, const strategy::Problem& problem);

}  // namespace astrolabe::ui
