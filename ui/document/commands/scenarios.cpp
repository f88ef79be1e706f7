#include "ui/document/commands/scenarios.h"

#include "ui/document/commands/adopt_plan.h"

namespace astrolabe::ui {

namespace {

/// A copy of a scenario behind those of the plan, as one step.
QUndoCommand* addCopy(PlanDocument& document, plan::Scenario copy, const QString& label) {
  plan::Plan next = document.plan();
  copy.title.clear();
  plan::add_scenario(next, std::move(copy));
  return new AdoptPlan(document, std::move(next), label);
}

}  // namespace

QUndoCommand* duplicateScenario(PlanDocument& document) {
  return addCopy(document, document.plan(), CommandText::tr("Duplicate scenario"));
}

QUndoCommand* removeScenario(PlanDocument& document, int id) {
  plan::Plan next = document.plan();
  plan::remove_scenario(next, id);
  return new AdoptPlan(document, std::move(next), CommandText::tr("Remove scenario"));
}

QUndoCommand* renameScenario(PlanDocument& document, int id, const std::string& title) {
  plan::Plan next = document.plan();
  plan::find_scenario(next, id)->title = title;
  return new AdoptPlan(document, std::move(next), CommandText::tr("Rename scenario"));
}

QUndoCommand* setBaseline(PlanDocument& document, int id) {
  plan::Plan next = document.plan();
  next.baseline = id;
  return new AdoptPlan(document, std::move(next), CommandText::tr("Set baseline"));
}

QUndoCommand* keepAsScenario(PlanDocument& document, const plan::Plan& tried) {
  return addCopy(document, tried, CommandText::tr("Keep what was tried"));
}

}  // namespace astrolabe::ui
