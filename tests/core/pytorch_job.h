#pragma once
// What the operator of PyTorchJob takes: the schema and the webhook of tests/data/runtimes/pytorchjob.json.

#include <QRegularExpression>
#include <QString>
#include <algorithm>
#include <string>

#include "tests/core/runtime_layouts.h"

namespace astrolabe::tests::layouts {

/// What of `json` the schema does not take; "" where it takes all of it.
inline std::string beyond(const Json& schema, const Json& json, const std::string& path) {
  if (const auto type = schema.find("type"); type != schema.end()) {
    const Json types = type->is_array() ? *type : Json::array({*type});
    const std::string own = json.is_object()           ? "object"
                            : json.is_array()          ? "array"
                            : json.is_string()         ? "string"
                            : json.is_boolean()        ? "boolean"
                            : json.is_number_integer() ? "integer"
                                                       : json.type_name();
    if (std::find(types.begin(), types.end(), own) == types.end()) return path + " is " + own;
  }
  for (const Json& key : schema.value("required", Json::array()))
    if (!json.contains(key.get<std::string>())) return path + " lacks " + key.get<std::string>();
  if (json.is_array() && schema.contains("items"))
    for (std::size_t i = 0; i < json.size(); ++i)
      if (std::string found = beyond(schema.at("items"), json[i], path + '[' + std::to_string(i) + ']');
          !found.empty())
        return found;
  if (!json.is_object()) return {};
  for (const auto& [key, value] : json.items()) {
    const std::string at = path + '.' + key;
    const Json properties = schema.value("properties", Json::object());
    if (properties.contains(key)) {
      if (std::string found = beyond(properties.at(key), value, at); !found.empty()) return found;
    } else if (schema.contains("additionalProperties")) {
      if (std::string found = beyond(schema.at("additionalProperties"), value, at); !found.empty())
        return found;
    } else if (schema.contains("properties")) {
      return at + " is not known";
    }
  }
  return {};
}

/// What the operator of PyTorchJob refuses in `job`, by schema and webhook; "" for nothing.
inline std::string refused_by_operator(const Json& job) {
  static const Json known = table("pytorchjob.json");
  if (std::string found = beyond(known.at("schema"), job, "job"); !found.empty()) return found;
  if (job.at("apiVersion") != "kubeflow.org/v1" || job.at("kind") != "PyTorchJob") return "is no PyTorchJob";
  const QRegularExpression name(
      QRegularExpression::anchoredPattern(QString::fromStdString(known.at("name").get<std::string>())));
  if (!name.match(QString::fromStdString(job.at("metadata").at("name").get<std::string>())).hasMatch())
    return "its name is no label";
  const Json& specs = job.at("spec").at("pytorchReplicaSpecs");
  if (!specs.contains("Master")) return "there is no master, which would set RANK and MASTER_ADDR";
  for (const auto& [role, spec] : specs.items()) {
    if (std::find(known.at("roles").begin(), known.at("roles").end(), role) == known.at("roles").end())
      return role + " is no role";
    if (role == "Master" && spec.at("replicas") != known.at("master_replicas")) return "several masters";
    const Json& policies = known.at("restart_policies");
    if (std::find(policies.begin(), policies.end(), spec.at("restartPolicy")) == policies.end())
      return "its restart policy";
    const Json& containers = spec.at("template").at("spec").at("containers");
    if (containers.empty()) return "no container";
    for (const Json& container : containers)
      if (container.value("image", "").empty() || container.at("name") != known.at("container"))
        return "its container";
  }
  return {};
}

/// The job in the text of a start: what stands behind its comments.
inline Json pytorch_job_of(const std::string& start) {
  return Json::parse(start.substr(start.find("\n{") + 1));
}

}  // namespace astrolabe::tests::layouts
