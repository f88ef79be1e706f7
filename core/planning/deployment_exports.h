#pragma once
// The files that a deployment can be written into: starts of engines and manifests.

#include <vector>

#include "core/exports/served_fleet.h"
#include "core/planning/deployments.h"

namespace astrolabe::planning {

/// A layout with what its start needs, of the question that it answers. Errors: those of
/// serving_questions(); defect where the layout does not know its question.
Result<exports::ServedFleet> served_fleet(const DeploymentLayout& layout);

/// vllm, sglang, tensorrt-llm, llm-d, dynamo; csv and json, the option's row of the answer; trace, its
/// timeline as events.
std::vector<Export> deployment_exports();

}  // namespace astrolabe::planning
