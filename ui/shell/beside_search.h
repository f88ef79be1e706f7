#pragma once
// What the planners of a window have found beside its search.

#include "core/planning/whole_answer.h"

namespace astrolabe::ui {

class ResultsPanel;

/// As an answer tells them: without those that have not ended, and those that take long and decline the
/// question, for which nobody looks. Precondition: the snapshot has its problem and is the panel's answer.
planning::Beside besideSearch(const ResultsPanel& results, const plan::Snapshot& snapshot, int top);

}  // namespace astrolabe::ui
