#pragma once
// A job and a layout as the names and values of a runtime's arguments.

#include <string>
#include <utility>
#include <vector>

#include "core/runtimes/runtime.h"

namespace astrolabe::runtimes {

/// What stands in braces in a value and is an expression, in the order of the text.
std::vector<std::string> expressions_in(const std::string& value);

/// Arguments with what they say; a text is a text, a list an array.
using ArgumentValues = std::vector<std::pair<const Argument*, Json>>;

/// What a file says, in the order of the runtime's own. `problem` comes from with_defaults().
ArgumentValues settings_of(const std::vector<Argument>& arguments, const strategy::Problem& problem,
                           const strategy::Strategy& strategy, bool python = false);

/// What a file may say: with the other ways to say a setting, which are read and not written.
ArgumentValues readable_settings(const std::vector<Argument>& arguments, const strategy::Problem& problem,
                                 const strategy::Strategy& strategy, bool python = false);

}  // namespace astrolabe::runtimes
