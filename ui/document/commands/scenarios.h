#pragma once
// Which scenarios there are, what they are called, and which one the others are compared with.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Adds a copy of the scenario that is shown, without its title, and shows it.
QUndoCommand* duplicateScenario(PlanDocument& document);
/// With the views of it that the presentation has, and its column in the report. Precondition: the plan has
/// it, and others.
QUndoCommand* removeScenario(PlanDocument& document, int id);
/// An empty title names it by its hardware. Precondition: the plan has it.
QUndoCommand* renameScenario(PlanDocument& document, int id, const std::string& title);
QUndoCommand* setBaseline(PlanDocument& document, int id);
/// Adds a copy of the scenario that is shown without these pools, and shows it. Precondition: others remain.
QUndoCommand* scenarioWithout(PlanDocument& document, const std::vector<std::string>& pools);
/// Adds `tried` as a scenario of its own and shows it.
QUndoCommand* keepAsScenario(PlanDocument& document, const plan::Plan& tried);
/// The scenario that was tried takes the place of the plan's own and is shown; the rest of the plan stays as
/// it is now. One that has gone meanwhile comes back as a scenario of its own.
QUndoCommand* keepTried(PlanDocument& document, const plan::Plan& tried);

}  // namespace astrolabe::ui
