#pragma once
// What a terminal says of deployments.

#include <QString>

#include "core/planning/deployments.h"

namespace astrolabe::cli {

/// "4 x TP 4 · EP 8 on h100", groups joined by "+".
QString deploymentText(const deploy::Fleet& fleet, const std::vector<std::string>& pools);
/// One deployment: its figures with their bands, memory and what binds.
QString deploymentFigures(const planning::Option& option, const strategy::Problem& problem);
/// The ranking, the frontier, and what stands in the way of an answer.
QString deploymentsText(const planning::FoundDeployments& found);

}  // namespace astrolabe::cli
