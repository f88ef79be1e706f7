#pragma once
// The settings of a server in the words of each engine. What an engine cannot express is refused by the name
// of the setting in a deployment.

#include <string>
#include <vector>

#include "core/exports/engine_arguments.h"
#include "core/exports/served_fleet.h"

namespace astrolabe::exports {

/// What one server is started with, held against the engine's arguments at the date of the job.
struct EngineStart {
  EngineSettings arguments;  ///< of the command
  EngineSettings file;       ///< of the file beside it, names parted by dots: TensorRT-LLM
  /// What tells a machine its place among those of a copy, as a shell reads it; empty on one machine.
  std::vector<std::pair<std::string, std::string>> place;
  bool later_headless = false;  ///< machines behind the first take no requests: vLLM
};

/// Where the settings are read.
enum class Reads { command, file };

/// Errors: out_of_range at the setting ("expert_parallel"), or at the argument that this date of the engine
/// does not have; the model is left out. `reads`: whether sizes of TensorRT-LLM stand in the command or in
/// the file.
Result<EngineStart> engine_start(serving::Runtime runtime, const ServedFleet& served, const Server& server,
                                 Reads reads = Reads::command);

/// Remarks for a reader of the file: what the checkpoint must bring.
std::vector<std::string> remarks_of(serving::Runtime runtime, const Server& server);

}  // namespace astrolabe::exports
