#pragma once
// Fleets in and out: read from people, told in answers, and as figures by which kinds of plans rank.

#include <string>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/deploy/fleet.h"
#include "core/deploy/question.h"
#include "core/deploy/search.h"

namespace astrolabe::deploy {

/// Reads a deployment of interfaces: one, or {"groups": […]}. A pool may be left out where the cluster has
/// one. Errors: keys; unknown_pool; what check_groups() says, each at its place.
Result<std::vector<Group>> read_groups(const Json& json, const Question& question,
                                       const std::vector<std::string>& pool_ids);
/// Errors: unknown_pool, unknown_hardware_value for a pool that cannot serve the model, impossible_strategy
/// for degrees that the model does not divide by, out_of_range for more GPUs than the pool has.
Result<void> check_groups(const std::vector<Group>& groups, const Question& question,
                          const std::vector<std::string>& pool_ids);

/// See planning::deployment_planner() for what the figures are here.
void fill_evaluation(const Fleet& fleet, const strategy::Problem& problem, cost::Evaluation& evaluation);
/// Why a fleet is not possible: memory, a promise, or a limit of the job.
cost::Violation violation_of(const Fleet& fleet, const serving::ServeJob& job,
                             const strategy::Problem& problem);

/// `binding` of an answer without rows.
Json to_json(const Shortfall& shortfall, const std::vector<std::string>& pool_ids);

}  // namespace astrolabe::deploy
