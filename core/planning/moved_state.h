#pragma once
// Strategies whose optimizer state lies on any GPU, looked for beside a search of those whose stages hold
// their own: as the window does, which has the proof of these first.

#include "core/planning/planner.h"

namespace astrolabe::planning {

/// Its options are strategies (PipelineLayout) that move state and are more than 0.05 % ahead of all that do
/// not; none where no placement gains as much. It stands in no table: the search of the command line looks
/// for them itself. It declines with "state" where moves_state() says no. Half of the workers that it is
/// given, or that there are, work.
const Planner& moved_state_planner();

/// What a search of strategies with their state anywhere answers, as `plan` does, from `own`, the answer in
/// which each stage holds its own, and what moved_state_planner() found for the same question; `own` where
/// that found nothing that is ahead, or is null.
plan::SnapshotPtr with_state_anywhere(const plan::SnapshotPtr& own, const FoundPtr& moved);

}  // namespace astrolabe::planning
