#pragma once
// How a command that writes the best strategy ends: where there is none, and where it was written.

#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/inputs.h"
#include "core/plan/snapshot.h"

namespace astrolabe::cli {

/// Nothing to write: says why not, with `json` also in the answer, which is printed. The exit status. What
/// `closing` ends is not known to the answer.
int withoutBest(const plan::Snapshot& snapshot, const Question& question, bool json,
                const std::stop_token& closing);

/// The files `paths` were written: says so, and whether the search was stopped early, with `json` then in the
/// whole answer under `written`: a path, or a list of them. The exit status.
int withBest(const plan::Snapshot& snapshot, const Question& question, const std::vector<std::string>& paths,
             bool json, const std::stop_token& closing);

}  // namespace astrolabe::cli
