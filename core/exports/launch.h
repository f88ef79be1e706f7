#pragma once
// The files that start a layout: settings in a runtime's words, and the command around them.

#include <string>
#include <string_view>

#include "core/runtimes/runtime.h"

namespace astrolabe::exports {

struct LaunchHeader {
  std::string plan;          ///< its name
  std::string strategy;      ///< "#1"
  std::string version;       ///< of this program
  long long save_steps = 0;  ///< steps between two checkpoints; 0: not known, and not written
};

/// The file with the settings, a header of comments in front that also names the environment and what belongs
/// to the command line. Sizes of the model are left to the model's own file; where a runtime takes them as
/// arguments a comment names those that the plan knows.
std::string launch_file(const runtimes::Runtime& runtime, const strategy::Problem& problem,
                        const strategy::Strategy& strategy, const LaunchHeader& header);

/// Of a file of that form: "args", "py", "toml", "yaml" or "json".
std::string_view extension_of(const runtimes::Runtime& runtime);

}  // namespace astrolabe::exports
