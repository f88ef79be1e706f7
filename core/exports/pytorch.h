#pragma once
// A distributed program as a PyTorch script.

#include <string>

#include "core/base/result.h"
#include "core/spmd/program.h"

namespace astrolabe::exports {

/// One Python file that trains: helpers (shards, collectives, operators), one line for each instruction with
/// the property of its result in the variable's name, parameters and Adam's moments held as the program holds
/// them, data drawn at random where a data set is to be put in. Runs under torchrun with one process for each
/// device, over NCCL or, on processors, gloo. Errors: AST-M105 for a graph without backward and optimizer
/// nodes (released form) or with an operator of that form.
Result<std::string> pytorch_script(const spmd::Graph& graph, const spmd::Program& program);

}  // namespace astrolabe::exports
