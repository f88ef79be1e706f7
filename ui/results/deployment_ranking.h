#pragma once
// How the deployments that were found are told in their ranking, with what they reach.

#include "ui/results/kind_ranking.h"

namespace astrolabe::ui {

/// Of the page "deploymentRanking".
KindRankingWords rankingOfDeployments();

/// What stands in place of deployments while there are none.
QString noDeploymentText(const PlannerBridge& bridge);

}  // namespace astrolabe::ui
