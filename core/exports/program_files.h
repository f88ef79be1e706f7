#pragma once
// Files of a distributed program as the ranking has it: of all GPUs at once, or a pipeline of programs.

#include <string>

#include "core/plan/program_report.h"

namespace astrolabe::exports {

/// The program of a stage (from 0; of a program without stages 0) for people, behind lines that say which
/// GPUs of which nodes its devices are.
std::string stage_text(const plan::ProgramReport& report, int stage);

/// stage_text() of every stage, each of a pipeline behind a line that says which.
std::string program_text(const plan::ProgramReport& report);

/// As `shard --json`; of a pipeline what holds for the whole, with every stage so under "stages".
Json program_json(const plan::ProgramReport& report);

/// As a PyTorch script, with its start on the nodes of its devices; of a pipeline with every stage and the
/// start of each (pytorch_script_of_stages()). Errors: those of shard_script().
Result<std::string> program_script(const plan::ProgramReport& report);

}  // namespace astrolabe::exports
