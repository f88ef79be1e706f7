#include "ui/document/commands/scenarios.h"

#include "core/base/json.h"
#include "core/plan/scale.h"
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

/// Takes out what names a scenario that has gone, as the next one gets its number: its views in the
/// presentation and its column in the report.
void forgetScenario(plan::Plan& plan, int id) {
  const auto without = [](const Json& list, auto&& names) {
    Json kept = Json::array();
    for (const Json& each : list)
      if (!names(each)) kept.push_back(each);
    return kept;
  };
  const auto isIt = [id](const Json& number) {
    return number.is_number_integer() && number.get<int>() == id;
  };
  if (const Json steps = json_or_null(plan.presentation); steps.is_array()) {
    const Json kept = without(steps, [&](const Json& step) {
      return step.is_object() && step.contains("scenario") && isIt(step["scenario"]);
    });
    if (kept.size() != steps.size()) plan.presentation = kept.dump();
  }
  Json report = json_or_null(plan.report);
  if (!report.is_object() || !report.contains("compared") || !report["compared"].is_array()) return;
  const Json kept = without(report["compared"], isIt);
  if (kept.size() == report["compared"].size()) return;
  report["compared"] = kept;
  plan.report = report.dump();
}

}  // namespace

QUndoCommand* duplicateScenario(PlanDocument& document) {
  return addCopy(document, document.plan(), CommandText::tr("Duplicate scenario"));
}

QUndoCommand* removeScenario(PlanDocument& document, int id) {
  plan::Plan next = document.plan();
  plan::remove_scenario(next, id);
  forgetScenario(next, id);
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

QUndoCommand* scenarioWithout(PlanDocument& document, const std::vector<std::string>& pools) {
  plan::Scenario copy = document.plan();
  QStringList names;
  for (const std::string& pool : pools) {
    copy.cluster = plan::without_pool(std::move(copy.cluster), pool);
    copy.layout.erase(pool);
    for (plan::Rack& rack : copy.racks) std::erase(rack.pools, pool);
    names << QString::fromStdString(pool);
  }
  std::erase_if(copy.racks, [](const plan::Rack& rack) { return rack.pools.empty(); });
  return addCopy(document, std::move(copy),
                 CommandText::tr("Scenario without %1").arg(names.join(QStringLiteral(", "))));
}

QUndoCommand* keepAsScenario(PlanDocument& document, const plan::Plan& tried) {
  return addCopy(document, tried, CommandText::tr("Keep what was tried"));
}

QUndoCommand* keepTried(PlanDocument& document, const plan::Plan& tried) {
  plan::Plan next = document.plan();
  plan::Scenario* scenario = plan::find_scenario(next, tried.id);
  if (scenario == nullptr) return keepAsScenario(document, tried);
  *scenario = tried;
  plan::show_scenario(next, tried.id);
  return new AdoptPlan(document, std::move(next), CommandText::tr("Keep what was tried"));
}

}  // namespace astrolabe::ui
