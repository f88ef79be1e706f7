#include "core/runtimes/script_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/model/arguments.h"
#include "core/model/shell_values.h"

namespace astrolabe::runtimes {

namespace {

constexpr std::array<const char*, 6> kKeysOfJob{"global_batch", "sequence_length",    "precision",
                                                "optimizer",    "gradient_precision", "flash_attention"};

void compare_repeats(const Runtime& runtime, const strategy::Problem& asked, const Json& flags,
                     ScriptReading& reading) {
  for (const auto& [name, rule] : runtime.repeats) {
    const auto flag = flags.find(name);
    if (flag == flags.end()) continue;
    const std::string text = fmt::format("{} {}", name, written(*flag));
    const strategy::RuleValue value = strategy::evaluate(rule, asked, reading.strategy);
    if (!flag->is_number_integer() || value == strategy::kNone)
      reading.ignored.push_back({text, "is not compared with the question, which says it itself"});
    else if (flag->get<std::int64_t>() == value)
      reading.ignored.push_back({text, "as the question has it"});
    else
      reading.contradictions.push_back({text, Phrase("the question has %1, which holds", {std::to_string(value)})});
  }
}

void compare_job(const strategy::Job& asked, ScriptReading& reading) {
  const Json before = to_json(asked), after = to_json(reading.job);
  for (const char* key : kKeysOfJob)
    if (before.contains(key) && after.contains(key) && before.at(key) != after.at(key))
      reading.replaced.push_back({fmt::format("{} {}", key, written(after.at(key))),
                                  Phrase("the job says %1, the script holds", {written(before.at(key))})});
}

void compare_fixed(const strategy::Job& asked, ScriptReading& reading) {
  for (const auto& [key, values] : asked.allowed) {
    const std::string said = strategy::setting(reading.strategy, key);
    if (std::find(values.begin(), values.end(), said) != values.end()) continue;
    std::string allowed;
    for (const std::string& value : values) allowed += (allowed.empty() ? "" : ", ") + value;
    reading.contradictions.push_back(
        {fmt::format("{} {}", key, said), Phrase("the job allows %1, the script holds", {allowed})});
  }
}

}  // namespace

std::string written(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const Json& each : value) text += (text.empty() ? "" : " ") + written(each);
  return text;
}

Phrase why_unused(const Runtime& runtime, const std::string& flag) {
  const auto beside = std::find_if(runtime.beside.begin(), runtime.beside.end(), [&](const Beside& one) {
    return std::any_of(one.names.begin(), one.names.end(),
                       [&](const std::string& pattern) { return model::fits_pattern(pattern, flag); });
  });
  if (beside != runtime.beside.end()) return beside->why;
  if (runtime.save_interval && flag == runtime.save_interval->name)
    return "says when it is saved, not how it is laid out";
  if (model::sizes_model(flag)) return "sizes the model, which the model's own description does";
  return {"not known here as an argument of %1 that makes a layout", {runtime.title}};
}

void compare_with_question(const Runtime& runtime, const strategy::Problem& asked, const Json& flags,
                           ScriptReading& reading) {
  compare_repeats(runtime, asked, flags, reading);
  compare_job(asked.job, reading);
  compare_fixed(asked.job, reading);
}

}  // namespace astrolabe::runtimes
