#pragma once
// Names of scenarios for a reader.

#include <QString>

#include "core/hardware/catalogue.h"
#include "core/plan/scenarios.h"

namespace astrolabe::ui {

/// "32 H100 + 32 A100": the hardware that has a place in the search, types in the order of the pools.
QString hardwareText(const hardware::ClusterSpec& cluster, const hardware::Catalogue& catalogue);
/// The title of a scenario, or its hardware where nobody gave it a title.
QString scenarioName(const plan::Scenario& scenario, const hardware::Catalogue& catalogue);
/// "B: 32 H100 + 32 A100". Precondition: the plan has it.
QString scenarioLabel(const plan::Plan& plan, int id, const hardware::Catalogue& catalogue);

}  // namespace astrolabe::ui
