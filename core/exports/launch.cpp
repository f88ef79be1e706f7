#include "core/exports/launch.h"

#include <fmt/format.h>

#include <utility>

#include "core/base/quoting.h"
#include "core/exports/launch_text.h"
#include "core/runtimes/judge.h"
#include "core/runtimes/launch_settings.h"

namespace astrolabe::exports {

std::string launch_file(const runtimes::Runtime& runtime, const strategy::Problem& problem,
                        const strategy::Strategy& strategy, const LaunchHeader& header) {
  const bool in_python = runtime.form == "python";
  runtimes::ArgumentValues settings, command;
  runtimes::ArgumentValues all = runtimes::settings_of(runtime.arguments, problem, strategy, in_python);
  add_save_interval(runtime, header, all);
  for (auto& setting : all) (setting.first->on_command ? command : settings).push_back(std::move(setting));
  std::vector<std::string> remarks;
  for (const auto& [argument, value] : runtimes::settings_of(runtime.environment, problem, strategy))
    remarks.push_back(fmt::format("environment: {}={}", argument->name, word(value)));
  for (const auto& [argument, value] : command)
    remarks.push_back("command line: " + as_argument(argument->name, value, true));
  for (const std::string& remark : runtimes::judge(runtime, problem, strategy).remarks)
    remarks.push_back(remark);
  if (const std::string sizes = sizes_of(runtime, problem, strategy); !sizes.empty())
    remarks.push_back("the model is not in this file: give " + sizes +
                      ", and what else its configuration says");
  const std::string under = first_of(runtime.under, problem, strategy);
  if (runtime.form == "json") {
    // JSON has no comments: the header is an object that nobody reads.
    Json json = nested(settings, under);
    json["astrolabe"] = {{"plan", header.plan},
                         {"strategy", header.strategy},
                         {"version", header.version},
                         {"gpus", gpus_of(strategy)},
                         {"remarks", remarks}};
    return text_of(json, 2) + '\n';
  }
  std::string text = heading(runtime, strategy, header);
  for (const std::string& remark : remarks) text += fmt::format("# {}\n", comment_text(remark));
  if (in_python) return text + python_of(runtime, problem, strategy, settings);
  if (runtime.form == "toml") return text + toml_of(nested(settings, under));
  if (runtime.form == "yaml") return text + yaml_of(nested(settings, under));
  for (const auto& [argument, value] : settings)
    text += as_argument(argument->name, value, runtime.form == "valued_arguments") + '\n';
  return text;
}

std::string_view extension_of(const runtimes::Runtime& runtime) {
  if (runtime.form == "python") return "py";
  if (runtime.form == "arguments" || runtime.form == "valued_arguments") return "args";
  return runtime.form;
}

}  // namespace astrolabe::exports
