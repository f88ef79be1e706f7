#pragma once
// Files that start what serves: a script for vLLM, SGLang and TensorRT-LLM, manifests for llm-d and NVIDIA
// Dynamo.

#include <string>
#include <vector>

#include "core/exports/engine_settings.h"

namespace astrolabe::exports {

/// A form of such a file.
struct ServingForm {
  const char* id;      ///< of the command line: "vllm"
  const char* title;   ///< "vLLM"
  const char* ending;  ///< ".vllm.sh"
  Result<std::string> (*text)(const ServedFleet& served);
};
/// vllm, sglang, tensorrt-llm, llm-d, dynamo.
const std::vector<ServingForm>& serving_forms();
/// Null for an id that none has.
const ServingForm* find_serving_form(std::string_view id);

/// A shell script with one case for each server of the fleet. Errors: those of servers_of() and
/// engine_start().
Result<std::string> start_script(serving::Runtime runtime, const ServedFleet& served);
/// Deployments and LeaderWorkerSets with the labels that llm-d's router selects by. Errors: further
/// out_of_range for an engine that llm-d does not run.
Result<std::string> llm_d_manifests(const ServedFleet& served);
/// A DynamoGraphDeployment, and for TensorRT-LLM a ConfigMap with its files. Errors: further out_of_range for
/// GPUs of others than NVIDIA.
Result<std::string> dynamo_manifest(const ServedFleet& served);

/// Comments at the head of each: plan, servers, this program, engine with what its arguments were read from.
std::string serving_heading(const ServedFleet& served, const std::vector<Server>& servers,
                            serving::Runtime runtime);
/// "4 copies on 2 machines of h100: TP 4, 40 % of requests".
std::string line_of(const Server& server);
/// The words of a command, each as it is: "--max-num-seqs", "256".
std::vector<std::string> words_of(const EngineSettings& settings);

}  // namespace astrolabe::exports
