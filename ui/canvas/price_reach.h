#pragma once
// Whom other prices of GPU types and nodes reach: a price of a GPU alone holds for every node with it.

#include <QString>

#include "core/hardware/catalogue.h"
#include "core/plan/plan.h"

namespace astrolabe::ui {

/// Which node types get another price from one of a GPU alone: "A price of a GPU alone holds for every node
/// with it: 3 node types get another price (A, B, C)." Empty where there are none.
QString nodesReached(const hardware::Catalogue& before, const hardware::Catalogue& after);
/// How many nodes of the shown scenario get another price, and in which pools: "8 nodes of this plan get
/// another price: 4 of h100, 4 of h100-2." Empty where there are none.
QString poolsReached(const plan::Plan& plan, const hardware::Catalogue& before,
                     const hardware::Catalogue& after);

}  // namespace astrolabe::ui
