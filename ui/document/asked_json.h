#pragma once
// Parts of what a job asks, as panels read and change them.

#include <QString>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/strategy/job.h"

namespace astrolabe::ui {

/// What a job asks, with what it keeps of another task: an object to change and put back.
inline Json askedOf(const strategy::Job& job) {
  const Json asked = json_or_null(job.asked);
  return asked.is_object() ? asked : Json::object();
}

/// The member of an object; null where there is none.
inline Json memberOf(const Json& json, const std::string& key) {
  return json.is_object() && json.contains(key) ? json[key] : Json();
}

inline std::optional<double> numberIn(const Json& json, const std::string& key) {
  const Json member = memberOf(json, key);
  return member.is_number() ? std::optional(member.get<double>()) : std::nullopt;
}

inline QString textIn(const Json& json, const std::string& key) {
  const Json member = memberOf(json, key);
  return member.is_string() ? QString::fromStdString(member.get<std::string>()) : QString();
}

/// Whether an error is about this key of the job, or about what lies in it.
inline bool isAbout(const Error& error, std::string_view key) {
  return error.where == key || error.where.starts_with(std::string(key) + ".") ||
         error.where.ends_with("." + std::string(key));
}

}  // namespace astrolabe::ui
