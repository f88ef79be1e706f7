#pragma once
// Which GPU type of a plan takes which colour and shape: one order for the screen, reports and slides.

#include <string>
#include <vector>

#include "core/hardware/catalogue.h"
#include "core/plan/plan_file.h"
#include "core/strategy/problem.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

/// Id of the GPU type of a pool; what the pool names where the catalogue has no such node or type.
std::string gpuOf(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue);
/// GPU types in the order in which the pools of the plan's scenarios name them, each once.
std::vector<std::string> gpuOrder(const plan::Plan& plan, const hardware::Catalogue& catalogue);
/// Place of a GPU type among those of `theme`, for Theme::gpu; types that it does not name follow in the
/// order of the cluster.
int gpuPlace(const Theme& theme, const strategy::Problem& problem, const std::string& id);

}  // namespace astrolabe::ui
