#pragma once
// What the hardware of a plan is to be ordered as: the bill of materials.

#include <QByteArray>

#include "core/hardware/catalogue.h"
#include "core/plan/plan.h"

namespace astrolabe::ui {

/// CSV (RFC 4180, UTF-8, "." decimals): a row for each pool of each scenario with its nodes, what a node
/// costs to buy and who says so when, power (kW) and rent (USD of a GPU and hour); a total for each scenario.
/// What is not known is empty, and so is a total that it belongs to; but a network without a price is left
/// out of sums, which hold those that have one.
QByteArray billOfMaterials(const plan::Plan& plan, const hardware::Catalogue& catalogue);

}  // namespace astrolabe::ui
