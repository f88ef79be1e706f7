#pragma once
// Files that configure a runtime, read as the settings that they give: launch scripts, lists of arguments,
// TOML, YAML, JSON and the literals of Python. Nothing is run.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/shell_script.h"

namespace astrolabe::runtimes {

/// What a text is written in; arguments: a launch script or a list.
enum class ScriptForm : std::uint8_t { arguments, python, toml, yaml, json };
/// By the ending of its path, where that tells, else by what stands in it.
ScriptForm form_of(std::string_view path, std::string_view text);
/// Whether a runtime whose file has that form (Runtime::form) is configured by such a text.
bool is_of_form(std::string_view runtime_form, ScriptForm form);

/// Settings of a file by their path, the keys joined by dots ("parallelism.tensor_parallel_degree"): numbers,
/// truth, texts, lists and null; of Python what is no literal as {"code": "FullAC.Config()"}. Arguments that
/// one of our exports names for the command line stand beside them. Of arguments:
/// model::LaunchArguments::flags.
struct FormReading {
  Json settings = Json::object();
  std::vector<model::ShellNote> notes;  ///< what is not followed, by line
  Json launcher = Json::object();       ///< arguments of the command that starts the program of a script
};
/// `given`: values of variables that the file leaves open: ${NAME}, ${NAME:default}; of Python, names that it
/// does not assign; of a script, those of the shell. `sourced`: files that a script sources. Errors: what is
/// no JSON.
Result<FormReading> read_form(ScriptForm form, std::string_view text, const model::GivenValues& given,
                              const model::SourcedFile& sourced);

}  // namespace astrolabe::runtimes
