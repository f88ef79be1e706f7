#pragma once
// Everything that the command search of a window finds.

#include <vector>

#include "ui/document/plan_document.h"
#include "ui/shell/command_search.h"

namespace astrolabe::ui {

class Actions;
struct Panels;

/// Actions first, then what stands in lists: hardware, models, the pools of the plan, limits and fields.
/// Whatever is given outlives the commands.
std::vector<Command> windowCommands(const Actions& actions, const Panels& panels,
                                    const PlanDocument& document);

}  // namespace astrolabe::ui
