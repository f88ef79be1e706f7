#include "ui/document/commands/scenarios.h"

#include <algorithm>

#include "ui/document/commands/adopt_plan.h"

namespace astrolabe::ui {

namespace {

template <class Type>
void addMissing(std::vector<Type>& own, const std::vector<Type>& more) {
  for (const Type& type : more)
    if (std::none_of(own.begin(), own.end(), [&](const Type& known) { return known.id == type.id; }))
      own.push_back(type);
}

}  // namespace

QUndoCommand* duplicateScenario(PlanDocument& document) {
  plan::Plan next = document.plan();
  plan::Scenario copy = next;
  copy.title.clear();
  plan::add_scenario(next, std::move(copy));
  return new AdoptPlan(document, std::move(next), CommandText::tr("Duplicate scenario"));
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

QUndoCommand* importScenarios(PlanDocument& document, const plan::Plan& from) {
  plan::Plan next = document.plan();
  addMissing(next.own_types.gpus, from.own_types.gpus);
  addMissing(next.own_types.nodes, from.own_types.nodes);
  auto& rents = next.own_types.gpu_rents;
  for (const hardware::GpuRent& rent : from.own_types.gpu_rents)
    if (std::find(rents.begin(), rents.end(), rent) == rents.end()) rents.push_back(rent);
  for (const plan::Scenario* scenario : plan::scenarios(from)) plan::add_scenario(next, *scenario);
  return new AdoptPlan(document, std::move(next), CommandText::tr("Import scenarios"));
}

QUndoCommand* keepAsScenario(PlanDocument& document, const plan::Plan& tried) {
  plan::Plan next = document.plan();
  plan::Scenario copy = tried;
  copy.title.clear();
  plan::add_scenario(next, std::move(copy));
  return new AdoptPlan(document, std::move(next), CommandText::tr("Keep what was tried"));
}

}  // namespace astrolabe::ui
