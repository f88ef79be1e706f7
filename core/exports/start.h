#pragma once
// The command around a runtime's file: on every machine, by Slurm or by Kubernetes.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/exports/launch.h"

namespace astrolabe::exports {

enum class Start : std::uint8_t { torchrun, srun, sbatch, kubernetes };
std::optional<Start> start_from(std::string_view name);
/// What stands beside the file: a script, or for Kubernetes a PyTorchJob, of several kinds of machines a list
/// of one for each.
const char* ending_of(Start start);
/// The start of `runtime` with the settings in `file`. Words in capitals are to be filled in, as the remarks
/// at its head say.
std::string start_file(const runtimes::Runtime& runtime, const strategy::Problem& problem,
                       const strategy::Strategy& strategy, Start start, const std::string& file,
                       const LaunchHeader& header);

}  // namespace astrolabe::exports
