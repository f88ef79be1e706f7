#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace astrolabe::cli {

/// What is wrong with a command line, in our own terms: where it stands, what was found, what would be right.
Error usageErrorFrom(const CLI::ParseError& fault, const CLI::App& program);
/// An option that took the next one for its value ("--model --json").
std::optional<Error> swallowedOption(const CLI::App& program);
/// Two inputs that are both to be read from standard input.
std::optional<Error> sharedInput(const CLI::App& program);
/// "Usage: …" of the command that was chosen, or of the program.
std::string usageLine(const CLI::App& program);

}  // namespace astrolabe::cli
