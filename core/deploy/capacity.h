#pragma once
// What groups of a deployment can do within the promises.

#include <vector>

#include "core/deploy/fleet.h"
#include "core/deploy/question.h"

namespace astrolabe::deploy {

/// Requests a second that a group, whose figures are known, can serve within the promises of what it is
/// asked; offline and of workers apart for requests in flight those of its figures.
double capacity_of(const serving::Question& asked, const Group& group);

/// Gives each group its share of the traffic: in proportion to what it can do within the promises, and by
/// GPUs where one of them can do nothing, or has workers of two kinds and no rate is asked.
void share_traffic(const Question& question, std::vector<Group>& groups);

}  // namespace astrolabe::deploy
