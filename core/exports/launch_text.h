#pragma once
// How settings are written in the forms of runtimes' files, and what stands at the head of each.

#include <string>
#include <vector>

#include "core/exports/launch.h"
#include "core/runtimes/launch_settings.h"

namespace astrolabe::exports {

/// A value of a command line; texts that a shell would read are quoted.
std::string word(const Json& value);
/// "--name value"; a switch is its name alone, unless all arguments are `valued`.
std::string as_argument(const std::string& name, const Json& value, bool valued);
/// Settings by their path, names parted by dots, all under that of `under` where it is not empty.
Json nested(const runtimes::ArgumentValues& settings, const std::string& under);
std::string yaml_of(const Json& json);
/// Tables of one level.
std::string toml_of(const Json& json);
/// A function that sets them on a configuration.
std::string python_of(const runtimes::Runtime& runtime, const strategy::Problem& problem,
                      const strategy::Strategy& strategy, const runtimes::ArgumentValues& settings);

/// Adds how often checkpoints are written, where runtime and header tell it.
void add_save_interval(const runtimes::Runtime& runtime, const LaunchHeader& header,
                       runtimes::ArgumentValues& settings);
/// "--num-layers 32 --hidden-size 4096": arguments that size the model, as far as the plan knows them; "" for
/// a runtime that takes none.
std::string sizes_of(const runtimes::Runtime& runtime, const strategy::Problem& problem,
                     const strategy::Strategy& strategy);

/// The first text that holds; "" where none does.
std::string first_of(const std::vector<runtimes::Words>& all, const strategy::Problem& problem,
                     const strategy::Strategy& strategy);
/// GPUs that a strategy uses.
long long gpus_of(const strategy::Strategy& strategy);
/// Comments that name plan, strategy, this program and what the runtime's facts were read from.
std::string heading(const runtimes::Runtime& runtime, const strategy::Strategy& strategy,
                    const LaunchHeader& header);

}  // namespace astrolabe::exports
