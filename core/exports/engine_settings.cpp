#include "core/exports/engine_settings.h"

#include <cmath>

#include "core/base/error_codes.h"
#include "core/base/units.h"

namespace astrolabe::exports {

using serving::DataType;
using serving::Runtime;

namespace {

constexpr int kDataParallelPort = 13345, kBootstrapPort = 8998;
/// The first month of vLLM with one method for drafts of all models; before, it is named by the model's
/// family, and taken from the model where none is named (vllm-project/vllm, pull request 25232).
constexpr const char* kOneMtp = "2025-10";

tl::unexpected<Error> cannot(const char* setting, int value, std::string wanted) {
  return fail(code::out_of_range, setting, std::to_string(value), {Wanted::Kind::text, {std::move(wanted)}});
}

/// GPUs over which attention and its data-parallel ranks spread, pipeline stages apart.
int ranks_of(const serving::Worker& worker) {
  return worker.tensor_parallel * worker.attention_data_parallel;
}

/// Experts on several machines, to which data-parallel attention sends tokens: DeepEP's kernels, of NVIDIA.
bool spreads_experts(const Server& server) {
  const serving::Worker& worker = server.worker;
  return server.nodes() > 1 && worker.expert_parallel > 1 && worker.attention_data_parallel > 1 &&
         server.pool->vendor == "NVIDIA";
}

/// Shares mean other things to other engines: that of the plan is of its own.
double memory_share(Runtime runtime, const ServedFleet& served, const Server& server) {
  return runtime == served.job.runtime ? server.memory_share : serving::engine_of(runtime).memory_share;
}

std::string either(int ranks) { return ranks == 1 ? "1" : "1 or " + std::to_string(ranks); }

/// vLLM spreads experts over all ranks or over none; its data-parallel ranks are engines of their own, each
/// within a machine.
Result<void> vllm_place(const Server& server, EngineStart& start) {
  const serving::Worker& worker = server.worker;
  if (server.nodes() == 1) return {};
  start.later_headless = true;
  if (worker.attention_data_parallel == 1) {
    start.place = {{"--nnodes", std::to_string(server.nodes())},
                   {"--node-rank", "$NODE_RANK"},
                   {"--master-addr", "$HEAD"}};
    return {};
  }
  const int engine = worker.tensor_parallel * worker.pipeline_parallel;
  if (server.gpus_a_node() % engine != 0)
    return cannot("attention_data_parallel", worker.attention_data_parallel,
                  "with vLLM on several machines: ranks of " + std::to_string(engine) +
                      " GPUs that lie within one machine");
  const std::string local = std::to_string(server.gpus_a_node() / engine);
  start.place = {{"--data-parallel-size-local", local},
                 {"--data-parallel-address", "$HEAD"},
                 {"--data-parallel-rpc-port", std::to_string(kDataParallelPort)},
                 {"--data-parallel-start-rank", "$((NODE_RANK * " + local + "))"}};
  return {};
}

/// Type of products and of weights that are not quantised; empty: the engine's own choice.
const char* plain_type(const Server& server) {
  if (!server.pool->question->machine.bf16_products) return "float16";
  return server.weights == DataType::bf16 ? "bfloat16" : "";
}

Result<EngineStart> vllm(const ServedFleet& served, const Server& server, const EngineArguments& known,
                         const std::string& date) {
  const serving::Worker& worker = server.worker;
  EngineStart start;
  EngineSettings& settings = start.arguments;
  settings = {{"--tensor-parallel-size", worker.tensor_parallel}};
  if (worker.pipeline_parallel > 1)
    settings.emplace_back("--pipeline-parallel-size", worker.pipeline_parallel);
  if (worker.attention_data_parallel > 1)
    settings.emplace_back("--data-parallel-size", worker.attention_data_parallel);
  if (worker.expert_parallel != 1 && worker.expert_parallel != ranks_of(worker))
    return cannot("expert_parallel", worker.expert_parallel,
                  "with vLLM: " + either(ranks_of(worker)) + ", as experts lie on all ranks or on none");
  if (worker.expert_parallel > 1) settings.emplace_back("--enable-expert-parallel", true);
  if (spreads_experts(server))
    settings.emplace_back("--all2all-backend",
                          server.role == Role::prefill ? "deepep_high_throughput" : "deepep_low_latency");
  settings.emplace_back("--max-num-batched-tokens", worker.max_batched_tokens);
  settings.emplace_back("--max-num-seqs", worker.max_sequences);
  if (server.longest) settings.emplace_back("--max-model-len", *server.longest);
  settings.emplace_back("--gpu-memory-utilization", memory_share(Runtime::vllm, served, server));
  if (const char* type = plain_type(server); *type != 0) settings.emplace_back("--dtype", type);
  if (const std::string name = known.quantization(to_string(server.weights)); !name.empty())
    settings.emplace_back("--quantization", name);
  settings.emplace_back("--kv-cache-dtype", known.kv_type(to_string(server.cache), date));
  if (server.reuses_prefixes)
    settings.emplace_back("--enable-prefix-caching", true);
  else if (!server.pool->question->engine.old)  // the engine of before reuses none unless told to
    settings.emplace_back("--no-enable-prefix-caching", true);
  if (worker.kv_host_gib > 0.0) {
    if (server.role != Role::whole)
      return cannot("kv_host_gib", static_cast<int>(worker.kv_host_gib),
                    "0 with vLLM and prompts apart, where the same setting names what hands them over");
    // Of an engine, all its tensor and pipeline ranks together.
    settings.emplace_back("--kv-offloading-size",
                          worker.kv_host_gib * worker.tensor_parallel * worker.pipeline_parallel);
    settings.emplace_back("--kv-offloading-backend", "native");
  }
  if (const int drafted = worker.speculation.draft_tokens; drafted > 0) {
    Json speculation = Json::object();
    if (!served.drafts_itself)
      speculation["method"] = "draft_model";
    else if (date.empty() || date >= kOneMtp)
      speculation["method"] = "mtp";
    speculation["num_speculative_tokens"] = drafted;
    if (!served.drafts_itself) speculation["model"] = "DRAFT_MODEL";
    settings.emplace_back("--speculative-config", std::move(speculation));
  }
  if (server.role != Role::whole)
    settings.emplace_back("--kv-transfer-config",
                          Json{{"kv_connector", "NixlConnector"}, {"kv_role", "kv_both"}});
  if (const auto placed = vllm_place(server, start); !placed) return tl::unexpected<Error>(placed.error());
  return start;
}

Result<EngineStart> sglang(const ServedFleet& served, const Server& server, const EngineArguments& known,
                           const std::string& date) {
  const serving::Worker& worker = server.worker;
  EngineStart start;
  EngineSettings& settings = start.arguments;
  // Its tensor parallelism counts all ranks; data-parallel attention divides them.
  settings = {{"--tensor-parallel-size", ranks_of(worker)}};
  if (worker.pipeline_parallel > 1)
    settings.emplace_back("--pipeline-parallel-size", worker.pipeline_parallel);
  if (worker.attention_data_parallel > 1) {
    if (!server.mixture)
      return cannot("attention_data_parallel", worker.attention_data_parallel,
                    "1 with SGLang, as this model has no experts");
    settings.emplace_back("--data-parallel-size", worker.attention_data_parallel);
    settings.emplace_back("--enable-dp-attention", true);
  }
  if (worker.expert_parallel > 1) settings.emplace_back("--expert-parallel-size", worker.expert_parallel);
  if (spreads_experts(server) && worker.expert_parallel == ranks_of(worker))
    settings.emplace_back("--moe-a2a-backend", "deepep");
  // Both limits are of all data-parallel ranks together.
  settings.emplace_back("--chunked-prefill-size", worker.max_batched_tokens * worker.attention_data_parallel);
  settings.emplace_back("--max-running-requests", worker.max_sequences * worker.attention_data_parallel);
  if (server.longest) settings.emplace_back("--context-length", *server.longest);
  if (const char* type = plain_type(server); *type != 0) settings.emplace_back("--dtype", type);
  if (const std::string name = known.quantization(to_string(server.weights)); !name.empty())
    settings.emplace_back("--quantization", name);
  settings.emplace_back("--kv-cache-dtype", known.kv_type(to_string(server.cache), date));
  if (!server.reuses_prefixes) settings.emplace_back("--disable-radix-cache", true);
  if (worker.kv_host_gib > 0.0) {
    // Whole GB of a rank; it has copies of what the GPU has, so that less than that is refused by SGLang.
    const int gb = static_cast<int>(std::floor(worker.kv_host_gib * kGib / kGb));
    if (gb * kGb <= server.kv_bytes)
      return cannot("kv_host_gib", static_cast<int>(worker.kv_host_gib),
                    "with SGLang: 0 or more than the " +
                        std::to_string(static_cast<int>(std::ceil(server.kv_bytes / kGib))) +
                        " GiB of the GPU's own keys and values");
    settings.emplace_back("--enable-hierarchical-cache", true);
    settings.emplace_back("--hicache-size", gb);
  }
  if (const int drafted = worker.speculation.draft_tokens; drafted > 0) {
    settings.emplace_back("--speculative-algorithm", served.drafts_itself ? "EAGLE" : "STANDALONE");
    if (!served.drafts_itself) settings.emplace_back("--speculative-draft-model-path", "DRAFT_MODEL");
    settings.emplace_back("--speculative-num-steps", drafted);
    settings.emplace_back("--speculative-eagle-topk", 1);
    settings.emplace_back("--speculative-num-draft-tokens", drafted + 1);  // with the token before them
  }
  if (server.role != Role::whole) {
    settings.emplace_back("--disaggregation-mode", to_string(server.role));
    settings.emplace_back("--disaggregation-transfer-backend", "nixl");
    if (server.role == Role::prefill)
      settings.emplace_back("--disaggregation-bootstrap-port", kBootstrapPort);
  }
  if (server.nodes() > 1)
    start.place = {{"--nnodes", std::to_string(server.nodes())},
                   {"--node-rank", "$NODE_RANK"},
                   {"--dist-init-addr", "$HEAD:20000"}};
  return start;
}

Result<EngineStart> tensorrt_llm(const ServedFleet& served, const Server& server,
                                 const EngineArguments& known, const std::string& date, Reads reads) {
  const serving::Worker& worker = server.worker;
  if (server.pool->vendor != "NVIDIA")
    return fail(code::out_of_range, "software.runtime", to_string(Runtime::tensorrt_llm),
                {Wanted::Kind::one_of, {to_string(Runtime::vllm), to_string(Runtime::sglang)}});
  if (worker.attention_data_parallel > 1 && worker.tensor_parallel > 1)
    return cannot("attention_data_parallel", worker.attention_data_parallel,
                  "with TensorRT-LLM: " + either(ranks_of(worker)) +
                      ", as attention is data parallel on all ranks or on none");
  EngineStart start;
  const auto size = [&](const char* argument, const char* key, int value) {
    if (reads == Reads::command)
      start.arguments.emplace_back(argument, value);
    else
      start.file.emplace_back(key, value);
  };
  if (reads == Reads::command)
    start.arguments.emplace_back("--backend", "pytorch");
  else
    start.file.emplace_back("backend", "pytorch");
  size("--tp_size", "tensor_parallel_size", ranks_of(worker));
  size("--pp_size", "pipeline_parallel_size", worker.pipeline_parallel);
  if (server.mixture) size("--ep_size", "moe_expert_parallel_size", worker.expert_parallel);
  if (server.nodes() > 1) size("--gpus_per_node", "gpus_per_node", server.gpus_a_node());
  size("--max_batch_size", "max_batch_size", worker.max_sequences);
  size("--max_num_tokens", "max_num_tokens", worker.max_batched_tokens);
  if (server.longest) size("--max_seq_len", "max_seq_len", *server.longest);
  EngineSettings& file = start.file;
  file.emplace_back("enable_attention_dp", worker.attention_data_parallel > 1);
  file.emplace_back("enable_chunked_prefill", true);
  file.emplace_back("kv_cache_config.dtype", known.kv_type(to_string(server.cache), date));
  file.emplace_back("kv_cache_config.enable_block_reuse", server.reuses_prefixes);
  file.emplace_back("kv_cache_config.free_gpu_memory_fraction",
                    memory_share(Runtime::tensorrt_llm, served, server));
  if (worker.kv_host_gib > 0.0)  // bytes of a rank
    file.emplace_back("kv_cache_config.host_cache_size",
                      static_cast<std::int64_t>(worker.kv_host_gib * kGib));
  if (const int drafted = worker.speculation.draft_tokens; drafted > 0) {
    file.emplace_back("speculative_config.decoding_type", served.drafts_itself ? "MTP" : "Draft_Target");
    if (served.drafts_itself) {
      file.emplace_back("speculative_config.num_nextn_predict_layers", drafted);
    } else {
      file.emplace_back("speculative_config.max_draft_len", drafted);
      file.emplace_back("speculative_config.speculative_model", "DRAFT_MODEL");
    }
  }
  if (server.role != Role::whole) file.emplace_back("cache_transceiver_config.backend", "DEFAULT");
  if (server.role == Role::prefill) file.emplace_back("disable_overlap_scheduler", true);
  return start;
}

}  // namespace

Result<EngineStart> engine_start(Runtime runtime, const ServedFleet& served, const Server& server,
                                 Reads reads) {
  const EngineArguments known(to_string(runtime));
  // A date is of the engine that was planned for.
  const std::string date = runtime == served.job.runtime ? served.job.date : std::string();
  auto start = runtime == Runtime::vllm     ? vllm(served, server, known, date)
               : runtime == Runtime::sglang ? sglang(served, server, known, date)
                                            : tensorrt_llm(served, server, known, date, reads);
  if (!start) return start;
  EngineSettings all = start->arguments;
  all.insert(all.end(), start->file.begin(), start->file.end());
  if (const auto held = known.check(all, date); !held) return tl::unexpected<Error>(held.error());
  for (const auto& [name, value] : start->place)
    if (known.find(name, date) == nullptr)
      if (const auto held = known.check({{name, value}}, date); !held)
        return tl::unexpected<Error>(held.error());
  return start;
}

std::vector<std::string> remarks_of(Runtime runtime, const Server& server) {
  std::vector<std::string> remarks;
  const std::string weights = to_string(server.weights);
  if (server.weights != DataType::bf16) {
    if (EngineArguments(to_string(runtime)).quantization(weights).empty())
      remarks.push_back("MODEL is a checkpoint with weights in " + weights + ", which says so itself.");
    else
      remarks.push_back("MODEL may be a checkpoint with weights in " + weights +
                        "; one that names another method in its configuration is started without "
                        "--quantization.");
  }
  if (runtime == Runtime::tensorrt_llm && server.cache == DataType::bf16)
    remarks.emplace_back("The checkpoint must not name a type for keys and values: they are bf16.");
  return remarks;
}

}  // namespace astrolabe::exports
