#pragma once
// How the sums under the canvas come about, pool by pool.

#include "core/hardware/catalogue.h"
#include "core/plan/plan.h"
#include "ui/render/worked_figure.h"

namespace astrolabe::ui {

/// Running: power and hosting of machines that are bought or owned, for an hour.
enum class ClusterTotal { Purchase, Power, Rent, Running };

/// Works a sum over all pools of the plan out, with the price of each, its source and date. Where a part is
/// not known there is no line, and the input says which.
WorkedFigure workOut(ClusterTotal total, const plan::Plan& plan, const hardware::Catalogue& catalogue);

}  // namespace astrolabe::ui
