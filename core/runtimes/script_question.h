#pragma once
// Where the arguments of a script and the question that it is read into contradict each other.

#include "core/runtimes/script.h"

namespace astrolabe::runtimes {

/// A value as a command line has it.
std::string written(const Json& value);

/// Why an argument that is none of the runtime's of a layout is not used.
Phrase why_unused(const Runtime& runtime, const std::string& flag);

/// Adds to `reading` what `flags` say otherwise than `asked`. What of them repeats the question stands among
/// the arguments that are not used.
void compare_with_question(const Runtime& runtime, const strategy::Problem& asked, const Json& flags,
                           ScriptReading& reading);

}  // namespace astrolabe::runtimes
