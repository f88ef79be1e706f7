#pragma once
// Fleets by hand, and what starts them, for tests of exports.

#include <string>
#include <utility>

#include "core/base/json.h"
#include "core/exports/serving_start.h"
#include "serving_cases.h"

namespace astrolabe::tests {

using exports::engine_start;
using exports::EngineSettings;
using exports::EngineStart;
using exports::Reads;
using exports::ServedFleet;
using exports::servers_of;
using exports::start_script;

inline constexpr serving::Runtime kRuntimes[] = {serving::Runtime::vllm, serving::Runtime::sglang,
                                                 serving::Runtime::tensorrt_llm};

/// Llama on two pools of 8 H100 a machine and 4 A100 a machine, by hand.
inline ServedFleet served() {
  ServedFleet fleet;
  fleet.plan = "Chat";
  fleet.version = "1.0";
  fleet.model = "llama-3.1-70b";
  fleet.positions = 131072;
  fleet.job.traffic.input = serving::Lengths::fixed(1000.0);
  fleet.job.traffic.output = serving::Lengths::uniform(100.0, 500.5);
  fleet.job.weights = serving::DataType::fp8;
  serving::Question question = llama_question();
  question.engine = serving::engine_of(serving::Runtime::vllm);
  fleet.pools = {{"h100", "h100-sxm", "NVIDIA", 8, question}, {"Old ones", "a100", "NVIDIA", 4, question}};
  deploy::Group group;
  group.deployment.pool = "h100";
  group.deployment.replicas = 3;
  group.deployment.worker.tensor_parallel = 4;
  group.deployment.worker.max_batched_tokens = 4096;
  fleet.fleet.groups = {group};
  return fleet;
}

inline serving::Worker& worker_of(ServedFleet& fleet) { return fleet.fleet.groups.front().deployment.worker; }

/// A mixture of experts over 16 GPUs of two machines.
inline ServedFleet wide(int tensor, int attention_data, int expert) {
  ServedFleet fleet = served();
  fleet.drafts_itself = true;
  fleet.pools.front().question->shape = shape("deepseek-v3");
  serving::Worker& worker = worker_of(fleet);
  worker.tensor_parallel = tensor;
  worker.attention_data_parallel = attention_data;
  worker.expert_parallel = expert;
  worker.max_sequences = 128;
  worker.speculation = {2, 0.8};
  return fleet;
}

inline ServedFleet parted(ServedFleet fleet) {
  deploy::Group& group = fleet.fleet.groups.front();
  group.deployment.prefill = group.deployment.worker;
  group.deployment.prefill->speculation = {};
  group.deployment.prefill_workers = 2;
  return fleet;
}

inline Json of(const EngineSettings& settings, const std::string& name) {
  for (const auto& [argument, value] : settings)
    if (argument == name) return value;
  return nullptr;
}

inline EngineStart start_of(serving::Runtime runtime, const ServedFleet& fleet, std::size_t at = 0,
                            Reads reads = Reads::command) {
  const auto servers = servers_of(fleet);
  if (!servers || servers->size() <= at) return {};
  const auto start = engine_start(runtime, fleet, (*servers)[at], reads);
  return start ? *start : EngineStart{};
}

inline Error refused(serving::Runtime runtime, const ServedFleet& fleet) {
  const auto text = start_script(runtime, fleet);
  return text ? Error{} : text.error();
}

}  // namespace astrolabe::tests
