#pragma once
// The files that start a layout: settings in a runtime's words, and the command around them.

#include <optional>
#include <string>
#include <string_view>

#include "core/runtimes/runtime.h"

namespace astrolabe::runtimes {

struct LaunchHeader {
  std::string plan;      ///< its name
  std::string strategy;  ///< "#1"
  std::string version;   ///< of this program
};

/// The file with the settings, a header of comments in front that also names the environment and what belongs
/// to the command line. Sizes of the model are left to the model's own file.
std::string launch_file(const Runtime& runtime, const strategy::Problem& problem,
                        const strategy::Strategy& strategy, const LaunchHeader& header);

/// Of a file of that form: "args", "py", "toml", "yaml" or "json".
std::string_view extension_of(const Runtime& runtime);

enum class Start : std::uint8_t { torchrun, srun, sbatch, kubernetes };
std::optional<Start> start_from(std::string_view name);
/// What stands beside the file: a script, or for Kubernetes a PyTorchJob.
const char* ending_of(Start start);
/// The start of `runtime` with the settings in `file`. Words in capitals are to be filled in, as the remarks
/// at its head say.
std::string start_file(const Runtime& runtime, const strategy::Problem& problem,
                       const strategy::Strategy& strategy, Start start, const std::string& file,
                       const LaunchHeader& header);

}  // namespace astrolabe::runtimes
