#include "ui/document/beside_models.h"

#include <filesystem>

#include "core/base/json.h"
#include "core/plan/scenarios.h"

namespace astrolabe::ui {
namespace {

Json toJson(const BesideModel& beside) {
  Json fields = Json::array(), warnings = Json::array();
  for (const model::Field& field : beside.fields)
    fields.push_back({{"key", field.key},
                      {"value", field.value},
                      {"mark", static_cast<int>(field.mark)},
                      {"from", field.from}});
  for (const Error& warning : beside.warnings)
    warnings.push_back({{"code", warning.code},
                        {"file", std::filesystem::path(warning.file).filename().string()},
                        {"where", warning.where},
                        {"found", warning.found},
                        {"kind", static_cast<int>(warning.wanted.kind)},
                        {"wanted", warning.wanted.values}});
  return {{"fields", std::move(fields)}, {"warnings", std::move(warnings)}};
}

BesideModel besideFrom(const Json& json) {
  BesideModel beside;
  for (const Json& field : json.at("fields")) {
    const int mark = field.at("mark").get<int>();
    if (mark < 0 || mark > static_cast<int>(model::Mark::assumed)) continue;
    beside.fields.push_back({field.at("key").get<std::string>(), field.at("value").get<std::string>(),
                             static_cast<model::Mark>(mark), field.at("from").get<std::string>()});
  }
  for (const Json& warning : json.at("warnings")) {
    const int kind = warning.at("kind").get<int>();
    if (kind < 0 || kind > static_cast<int>(Wanted::Kind::removed)) continue;
    beside.warnings.push_back(
        {warning.at("code").get<std::string>(),
         warning.at("file").get<std::string>(),
         warning.at("where").get<std::string>(),
         warning.at("found").get<std::string>(),
         {static_cast<Wanted::Kind>(kind), warning.at("wanted").get<std::vector<std::string>>()}});
  }
  return beside;
}

}  // namespace

std::string besideModelsText(const BesideModels& all, const plan::Plan& plan) {
  Json json = Json::array();
  for (const plan::Scenario* scenario : plan::scenarios(plan)) {
    const auto found = all.find({scenario->model_text, scenario->model_entered});
    if (found == all.end() || (found->second.fields.empty() && found->second.warnings.empty())) continue;
    json.push_back(toJson(found->second));
    json.back()["scenario"] = scenario->id;
  }
  return json.empty() ? std::string() : json.dump();
}

BesideModels besideModelsFrom(const std::string& text, const plan::Plan& plan) {
  BesideModels all;
  const Json json = json_or_null(text);
  if (!json.is_array()) return all;
  for (const Json& each : json) {
    try {
      if (const plan::Scenario* scenario = plan::find_scenario(plan, each.at("scenario").get<int>()))
        all[{scenario->model_text, scenario->model_entered}] = besideFrom(each);
    } catch (const Json::exception&) {
      continue;  // another program's, or damaged: the model itself is whole
    }
  }
  return all;
}

}  // namespace astrolabe::ui
