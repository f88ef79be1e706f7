#include "core/exports/launch_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.h"
#include "core/base/quoting.h"

namespace astrolabe::exports {

using strategy::Problem;
using strategy::Strategy;

namespace {

std::string python_literal(const Json& value) {
  if (value.is_object()) return value.at("code").get<std::string>();
  if (value.is_null()) return "None";
  if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
  return value.dump();
}

void add_yaml(const Json& json, std::size_t depth, std::string& text) {
  for (const auto& [key, value] : json.items()) {
    text += std::string(2 * depth, ' ') + key + ':';
    if (value.is_object()) {
      text += '\n';
      add_yaml(value, depth + 1, text);
    } else {
      text += ' ' + value.dump() + '\n';
    }
  }
}

}  // namespace

std::string word(const Json& value) {
  if (!value.is_string()) return value.dump();
  const auto& text = value.get_ref<const std::string&>();
  return text.find_first_of("|* ") == std::string::npos ? text : '"' + text + '"';
}

std::string as_argument(const std::string& name, const Json& value, bool valued) {
  if (value == true && !valued) return name;
  if (!value.is_array()) return name + ' ' + word(value);
  std::string text = name;
  for (const Json& each : value) text += ' ' + word(each);
  return text;
}

Json nested(const runtimes::ArgumentValues& settings, const std::string& under) {
  Json root = Json::object();
  for (const auto& [argument, value] : settings) {
    Json* at = &root;
    std::string name = under.empty() ? argument->name : under + '.' + argument->name;
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.')) {
      at = &(*at)[name.substr(0, dot)];
      name.erase(0, dot + 1);
    }
    (*at)[name] = value;
  }
  return root;
}

std::string yaml_of(const Json& json) {
  std::string text;
  add_yaml(json, 0, text);
  return text;
}

std::string toml_of(const Json& json) {
  std::string text;
  for (const auto& [section, members] : json.items()) {
    text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", section);
    for (const auto& [key, value] : members.items()) text += fmt::format("{} = {}\n", key, value.dump());
  }
  return text;
}

std::string python_of(const runtimes::Runtime& runtime, const Problem& problem, const Strategy& strategy,
                      const runtimes::ArgumentValues& settings) {
  const std::string& what = runtime.configuration;
  std::string text;
  for (const runtimes::Words& line : runtime.head)
    if (line.holds(problem, strategy)) text += line.text + '\n';
  text += fmt::format(
      "\n\ndef apply({}):\n    \"\"\"Sets what the plan says on a configuration; the model's sizes "
      "stay.\"\"\"\n",
      what);
  for (const auto& [argument, value] : settings)
    text += fmt::format("    {}.{} = {}\n", what, argument->name, python_literal(value));
  return text + fmt::format("    return {}\n", what);
}

std::string first_of(const std::vector<runtimes::Words>& all, const Problem& problem,
                     const Strategy& strategy) {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const runtimes::Words& one) { return one.holds(problem, strategy); });
  return found == all.end() ? std::string() : found->text;
}

long long gpus_of(const Strategy& s) {
  long long sum = 0;
  for (const strategy::Stage& stage : s.stages) sum += stage.tensor_parallel;
  return sum * s.replicas();
}

void add_save_interval(const runtimes::Runtime& runtime, const LaunchHeader& header,
                       runtimes::ArgumentValues& settings) {
  if (runtime.save_interval && header.save_steps > 0)
    settings.emplace_back(&*runtime.save_interval, header.save_steps);
}

std::string sizes_of(const runtimes::Runtime& runtime, const Problem& problem, const Strategy& strategy) {
  std::string text;
  for (const auto& [name, rule] : runtime.sizes) {
    const strategy::RuleValue value = strategy::evaluate(rule, problem, strategy);
    if (value != strategy::kNone && value != 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

std::string heading(const runtimes::Runtime& runtime, const Strategy& s, const LaunchHeader& header) {
  const std::string plan =
      header.plan.empty() ? std::string() : fmt::format("# plan: {}\n", comment_text(header.plan));
  return plan + fmt::format("# strategy: {} on {}\n# Astrolabe {}\n# {}, {} at {} ({})\n",
                            comment_text(header.strategy), counted(gpus_of(s), "GPU"),
                            comment_text(header.version), runtime.title, runtime.repository,
                            runtime.commit.substr(0, 8), runtime.date);
}

}  // namespace astrolabe::exports
