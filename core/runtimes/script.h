#pragma once
// A layout told by the arguments of a runtime: what its file says is written, read backwards.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/phrase.h"
#include "core/model/shell_script.h"
#include "core/runtimes/runtime.h"
#include "core/strategy/problem.h"

namespace astrolabe::runtimes {

/// An argument that is not used as it stands, and why.
struct IgnoredArgument {
  std::string argument;
  Phrase why;
  int line = 0;  ///< of the script, from 1; 0: nobody asks where it stands
};
/// "line 3: --flag": the argument with its line.
std::string placed(const IgnoredArgument& ignored);

struct ScriptReading {
  strategy::Job job;  ///< that of the question, with what the arguments say
  strategy::Strategy strategy;
  std::vector<IgnoredArgument> ignored;
  /// Arguments that say otherwise than the question of what it keeps: sizes of the model, the machines,
  /// settings that the job fixes.
  std::vector<IgnoredArgument> contradictions;
  /// What the question says otherwise of the job, and what the arguments say holds.
  std::vector<IgnoredArgument> replaced;
  /// Settings that no argument says and the runtime has a value of.
  std::vector<IgnoredArgument> assumed;
};

/// `flags`: values by argument (model::LaunchArguments::flags). What no argument says is as the runtime has
/// it unsaid; data parallelism takes all GPUs of the cluster. Of the values that settings can have those are
/// taken whose arguments come nearest to `flags`. What rules of ours reject because it changes nothing is
/// left out and told. Arguments that contradict the question are told. Errors: a value that the script leaves
/// open, a world that the degrees do not divide, full recomputation of no layer, several pools, and what no
/// job or strategy can be.
Result<ScriptReading> read_script(const Runtime& runtime, const strategy::Problem& problem,
                                  const Json& flags);

/// Reads a text as the layout that its settings say, with read_script(): a launch script, a list of arguments
/// or a file that configures a runtime (TOML, YAML, JSON, literals of Python). Its runtime is the one that
/// the job states where the text has settings of it, else the one of which it has the most. `path` names the
/// file, whose folder holds what a script sources. `given`: values of its variables. Words of a script that
/// the shell's rules do not follow, and blocks of other files, are ignored and told with their line. Errors:
/// those of read_script(), with the file; what is no JSON; no settings of a runtime.
Result<ScriptReading> read_script_text(std::string_view text, const std::string& path,
                                       const model::GivenValues& given, const strategy::Problem& problem);
/// Whether a text that read_script_text() could read holds settings of a runtime, two or more.
bool holds_settings(std::string_view text, const std::string& path);
/// Reads the file at `path` and its text with read_script_text(). Errors: those of both.
Result<ScriptReading> read_script_file(const std::string& path, const model::GivenValues& given,
                                       const strategy::Problem& problem);

}  // namespace astrolabe::runtimes
