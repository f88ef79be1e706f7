#pragma once
// Failures that a job has spares for.

#include <vector>

#include "core/deploy/fleet.h"
#include "core/deploy/question.h"

namespace astrolabe::deploy {

/// What is left of groups while `spare_replicas` of the job have failed: of copies those that carry most,
/// over all groups; of workers apart so many of each kind, of one replica after the other. Groups without any
/// copy left are not there. Shares and figures are not set.
std::vector<Group> without_spares(const Question& question, const std::vector<Group>& groups);

/// Judges a fleet by what is left of it while the job's spares have failed: less than the traffic is missed
/// traffic, whichever promise breaks first, and what it can do is what is left.
void fail_spares(const Question& question, bool with_capacity, Fleet& fleet);

}  // namespace astrolabe::deploy
