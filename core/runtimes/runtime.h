#pragma once
// A program that trains, as its own code says it: what it takes, what it calls a setting, how it starts.
// One file of resources/runtimes each; core/runtimes/README.md says what stands in it.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/strategy/runtime_conditions.h"

namespace astrolabe::runtimes {

using strategy::Condition;
using strategy::to_string;
using strategy::Verdict;

/// What holds under a condition.
struct Guarded {
  strategy::Rule when;  ///< without a program: always
  bool always = true;
  bool holds(const strategy::Problem& problem, const strategy::Strategy& strategy) const {
    return always || when.broken(problem, strategy);
  }
};

/// A setting in the runtime's words, written where it holds.
struct Argument : Guarded {
  std::string name;
  Json value;                 ///< a text may hold expressions in braces; see README.md
  bool on_command = false;    ///< of the command line, where the others stand in a file
  bool written_only = false;  ///< says no layout: read_script() leaves it aside
  bool read_only = false;     ///< another way to say it: read_script() reads it, no file has it
  std::map<std::string, strategy::Rule, std::less<>> expressions{};  ///< of the value, by their text
  Json targets = Json::object();  ///< the runtime's names of targets of adapters, by those of a job
};

/// A text of the command or of the file around the settings.
struct Words : Guarded {
  std::string text;
};

/// Arguments that make no layout.
struct Beside {
  std::vector<std::string> names;  ///< with `*` for any text
  std::string why;
};

/// A key of a file that hands the layout over to the file of another runtime.
struct Elsewhere {
  std::string name;                                         ///< the key; its value is the path of that file
  std::string runtime;                                      ///< id of the one whose file it is
  std::map<std::string, std::string, std::less<>> renamed;  ///< keys that belong to it, by their own names
  std::string why;
};

struct Runtime {
  std::string id, title;
  std::string repository, commit, date, version;  ///< what the facts were read from
  bool usual = false;                             ///< holds where a job names none; one of all
  std::string form;  ///< of the file: arguments, valued_arguments, python, toml, yaml or json
  /// Keys of the file that all settings lie under, joined by dots: the first that holds, or none.
  std::vector<Words> under;
  std::vector<Words> head;  ///< lines of a Python file in front of its function
  /// The command that starts it on one machine of several, see README.md: the first that holds.
  std::vector<Words> start;
  std::string configuration;  ///< what the file configures: the name of the argument of a Python function
  Json defaults = Json::object();  ///< options of the job's software that hold unsaid: {key: {value, source}}
  std::vector<Condition> conditions;
  /// Settings that the file cannot say, by their key: where one holds, its reason is told beside the file.
  std::vector<Condition> ignored;
  /// What the runtime takes for an argument that is not given, by name: how such files are read.
  Json unsaid = Json::object();
  std::vector<Argument> arguments, environment;
  std::vector<Beside> beside;
  /// Arguments that say again what the question says, by name: what that is. Those of `sizes` size the model,
  /// and stand in `repeats`, too.
  std::map<std::string, strategy::Rule, std::less<>> repeats, sizes;
  std::optional<Argument> save_interval;  ///< steps between checkpoints; none where it has no such argument
  std::vector<Elsewhere> elsewhere;
  /// Chunks of a stage that a schedule of several has where a file does not say how many; 0: none.
  int several_chunks = 0;
  std::string several_chunks_source;
};

/// All that the program ships, in a fixed order.
const std::vector<Runtime>& runtimes();
/// The one of that id or other name; null for none.
const Runtime* find_runtime(std::string_view name);

/// Reads one file; one that is `like` another takes over that one's conditions and arguments but for those
/// that it names otherwise. Errors: those of expressions, with the place; missing and unknown keys.
Result<Runtime> read_runtime(const Json& json, const std::vector<Runtime>& known);

}  // namespace astrolabe::runtimes
