#pragma once
// What pools are called, which is their id too: after what they hold until a person names them otherwise.

#include <map>
#include <string>

#include "core/plan/plan.h"

namespace astrolabe::ui {

/// The id of the GPU type; of a node whose GPUs the catalogue does not know the node's.
std::string nameOfContent(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue);
/// Whether a pool's name says what it holds: the id of the GPU type or the beginning of it ("h100" of
/// "h100-sxm"), perhaps with a number behind. Such a name is nobody's own and goes with what it names.
bool isCalledAfterContent(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue);

/// Another name for a pool in everything of a scenario that knows it: links, limits, rules, tiles, racks, the
/// layout that runs, layouts of one's own, what a job of another task asks. Precondition: `to` is free and
/// not empty.
void renamePool(plan::Scenario& scenario, const std::string& from, const std::string& to);
/// Another name for a pool in the steps of a presentation that show this scenario (plan::Plan::presentation).
std::string renamedInPresentation(const std::string& presentation, int scenario, const std::string& from,
                                  const std::string& to);
/// Swaps what either of them changes of a plan: its scenario with `next` and its presentation.
void swapNames(plan::Plan& plan, plan::Scenario& next, std::string& presentation);

}  // namespace astrolabe::ui
