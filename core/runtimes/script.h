#pragma once
// A layout told by the arguments of a runtime: what its file says is written, read backwards.

#include <string>
#include <vector>

#include "core/runtimes/runtime.h"

namespace astrolabe::runtimes {

/// An argument that is not used as it stands, and why.
struct IgnoredArgument {
  std::string argument, why;
};

struct ScriptReading {
  Json job, strategy;  ///< as their files have them; of the job what `job` said, with what the arguments say
  std::vector<IgnoredArgument> ignored;
};

/// `flags`: values by argument (model::LaunchArguments::flags). What no argument says is as the runtime has
/// it unsaid; data parallelism takes all GPUs of the cluster. Of the values that settings can have those are
/// taken whose arguments come nearest to `flags`. What rules of ours reject because it changes nothing is
/// left out and told. `problem` is the question with the job `job`. Errors: a value that the script leaves
/// open, a world that the degrees do not divide, full recomputation of no layer, several pools, and what no
/// job or strategy can be.
Result<ScriptReading> read_script(const Runtime& runtime, const strategy::Problem& problem, const Json& job,
                                  const Json& flags);

}  // namespace astrolabe::runtimes
