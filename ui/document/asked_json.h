#pragma once
// Parts of what a job asks, as panels read and change them.

#include <QString>
#include <functional>
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

/// The job with what it asks changed by `edit`; `key` of it is stated by that, none where it is empty.
inline strategy::Job editedJob(strategy::Job job, const std::string& key,
                               const std::function<void(Json&)>& edit) {
  Json asked = askedOf(job);
  edit(asked);
  job.asked = text_of(asked);
  if (!key.empty()) strategy::note_stated(job, "asked." + key);
  return job;
}

/// Keys that a job has to say count as assumed until somebody says them.
inline bool isAskedStated(const strategy::Job& job, const Json& asked, const std::string& key) {
  return asked.contains(key) && strategy::is_stated(job, "asked." + key);
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
