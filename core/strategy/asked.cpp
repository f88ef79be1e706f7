#include "core/strategy/asked.h"

#include <utility>

namespace astrolabe::strategy {

namespace {

Json object_of(const std::string& text) {
  Json json = json_or_null(text);
  return json.is_object() ? json : Json::object();
}

/// A job that trains keeps what was asked without its task: post-training alone has a dataflow.
std::string task_of(const Json& asked) { return asked.contains("dataflow") ? "post_train" : "serve"; }

}  // namespace

Json asked_of(const Job& job) {
  Json asked = object_of(job.asked);
  asked.erase(kAskedOfOther);
  return asked;
}

void turn_to(Job& job, const std::string& task) {
  job.task = task;
  Json now = object_of(job.asked);
  if (job.trains() || now.empty()) return;
  Json before = now.contains(kAskedOfOther) ? std::move(now[kAskedOfOther]) : Json::object();
  now.erase(kAskedOfOther);
  if (!now.empty() && task_of(now) == task) return;
  Json next = before.is_object() && task_of(before) == task ? std::move(before) : Json::object();
  if (!now.empty()) next[kAskedOfOther] = std::move(now);
  job.asked = text_of(next);
}

}  // namespace astrolabe::strategy
