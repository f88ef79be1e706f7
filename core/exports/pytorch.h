#pragma once
// A distributed program as a PyTorch script.

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/exports/visible_gpus.h"
#include "core/spmd/program.h"

namespace astrolabe::exports {

/// One Python file that trains: helpers (shards, collectives, operators), one line for each instruction with
/// the property of its result in the variable's name, parameters and Adam's moments held as the program holds
/// them, data drawn at random where a data set is to be put in. Runs under torchrun with one process for each
/// device, over NCCL or, on processors, gloo; its head says how it starts on `machines`, which have its
/// devices in their order, or on one machine where they are not known (none). Errors: AST-M105 for a graph
/// without backward and optimizer nodes (released form) or with an operator of that form.
Result<std::string> pytorch_script(const spmd::Graph& graph, const spmd::Program& program,
                                   const std::vector<Machine>& machines = {});

/// A stage of a pipeline of programs. Graph and program outlive what is written of them.
struct StageProgram {
  std::string title;  ///< "stage 2 of 3: layers 11 to 20, 1 node of old"
  const spmd::Graph* graph = nullptr;
  const spmd::Program* program = nullptr;
  std::vector<Machine> machines;  ///< as of pytorch_script()
};

/// One file with a function for each stage; which one runs is said by a number (from 1) behind the file, as
/// the start of each in its head has it. Stages run as pytorch_script() writes them, each alone: nothing is
/// sent between them. Errors: those of pytorch_script(). Precondition: there is a stage.
Result<std::string> pytorch_script_of_stages(const std::vector<StageProgram>& stages);

}  // namespace astrolabe::exports
