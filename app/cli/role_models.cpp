#include "app/cli/role_models.h"

#include "app/cli/inputs.h"
#include "core/model/model_reader.h"

namespace astrolabe::cli {

Result<void> readRoleModels(Json& job, const std::string& file) {
  if (!job.is_object() || job.value("task", Json()) != "post_train" || !job.contains("roles")) return {};
  for (auto& [name, role] : job["roles"].items()) {
    if (!role.is_object() || !role.contains("model") || !role["model"].is_string() || role.contains("config"))
      continue;
    auto model = readModel(role["model"].get<std::string>());
    if (!model) {
      Error error = model.error();
      error.file = file;
      error.where = "roles." + name + ".model";
      return tl::unexpected<Error>(std::move(error));
    }
    if (model->text.empty()) continue;
    role["model"] = model->id;
    role["config"] = model->text;
  }
  return {};
}

namespace {

/// The first role that brings a model; null where the job is none that post-trains.
const Json* firstWithModel(const Json& job) {
  if (!job.is_object() || job.value("task", Json()) != "post_train" || !job.contains("roles")) return nullptr;
  for (const Json& role : job["roles"])
    if (role.is_object() && role.contains("model") && role["model"].is_string()) return &role;
  return nullptr;
}

}  // namespace

std::optional<std::string> modelNameOfRoles(const Json& job) {
  const Json* role = firstWithModel(job);
  return role != nullptr ? std::optional((*role)["model"].get<std::string>()) : std::nullopt;
}

Result<model::Architecture> modelOfRoles(const Json& job) {
  if (const Json* role = firstWithModel(job))
    return model::read_saved((*role)["model"].get<std::string>(), role->value("config", std::string()));
  return tl::unexpected<Error>(usageError("--model", "nothing", {Wanted::Kind::text, {kModelWords}}));
}

}  // namespace astrolabe::cli
