#include "core/plan/measured_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/text.h"

namespace astrolabe::plan {

extern const char* const kEmbeddedRuns;

std::string_view built_in_measured_runs() { return kEmbeddedRuns; }

namespace {

constexpr double kTokensToShow = 1e12;  // a run states no length of its job

/// Keys that every decoder configuration has.
Json common_config(const calibration::MeasuredRun& run, const model::Graph& graph) {
  Json config = Json::object();
  config["hidden_size"] = *run.hidden;
  config["num_hidden_layers"] = *run.layers;
  config["num_attention_heads"] = *run.heads;
  config["num_key_value_heads"] = run.kv_heads.value_or(*run.heads);
  config["vocab_size"] = graph.vocabulary;
  config["max_position_embeddings"] = *run.sequence_length;
  config["tie_word_embeddings"] = graph.tied_embeddings;
  config["intermediate_size"] = run.ffn.value_or(4 * *run.hidden);
  return config;
}

/// A Hugging Face configuration with the sizes of the row: the family whose layers have the same products.
Json config_of(const calibration::MeasuredCase& measured) {
  const calibration::MeasuredRun& run = measured.run;
  const model::Graph& graph = *measured.problem.graph;
  Json config = common_config(run, graph);
  if (run.family == "mla") {
    config["model_type"] = "deepseek_v3";
    config["q_lora_rank"] = 1536;
    config["kv_lora_rank"] = 512;
    config["qk_nope_head_dim"] = 128;
    config["qk_rope_head_dim"] = 64;
    config["v_head_dim"] = 128;
    config["num_key_value_heads"] = *run.heads;
    config["n_routed_experts"] = run.experts.value_or(1);
    config["n_shared_experts"] = run.shared_experts.value_or(0);
    config["num_experts_per_tok"] = run.top_k.value_or(1);
    config["moe_intermediate_size"] = run.expert_ffn.value_or(run.ffn.value_or(4 * *run.hidden));
    config["first_k_dense_replace"] =
        static_cast<int>(std::count_if(graph.layers.begin(), graph.layers.end(), [&](int index) {
          return !graph.classes[static_cast<std::size_t>(index)].experts.has_value();
        }));
    return config;
  }
  if (run.is_moe()) {
    config["model_type"] = run.shared_experts.value_or(0) > 0 ? "qwen2_moe" : "qwen3_moe";
    config["num_experts"] = *run.experts;
    config["num_experts_per_tok"] = run.top_k.value_or(1);
    config["moe_intermediate_size"] = run.expert_ffn.value_or(run.ffn.value_or(4 * *run.hidden));
    if (run.shared_experts.value_or(0) > 0)
      config["shared_expert_intermediate_size"] =
          *run.shared_experts * config["moe_intermediate_size"].get<int>();
    else
      config["head_dim"] = graph.classes.back().attention.front().qk_dim;
    const auto dense = std::count_if(graph.layers.begin(), graph.layers.end(), [&](int index) {
      return !graph.classes[static_cast<std::size_t>(index)].experts.has_value();
    });
    config["decoder_sparse_step"] = dense > 0 ? 2 : 1;  // every second layer has experts, or each
    return config;
  }
  const bool gated = run.gated.value_or(run.family != "gpt");
  config["model_type"] = gated ? "llama" : "starcoder2";
  if (gated) config["head_dim"] = graph.classes.back().attention.front().qk_dim;
  return config;
}

}  // namespace

Plan plan_of(const calibration::MeasuredCase& measured) {
  const calibration::MeasuredRun& run = measured.run;
  Plan plan;
  plan.name = run.id;
  const hardware::Pool& pool = measured.problem.cluster.pools.front();
  hardware::PoolSpec spec;
  spec.id = "measured";
  spec.gpu = pool.gpu.id;
  spec.nodes = pool.nodes;
  spec.gpus_per_node = pool.gpus_per_node;
  if (pool.nodes > 1) spec.inter_node_gb_per_s = pool.inter_node.bandwidth.value / 1e9;
  plan.cluster.name = run.gpu;
  plan.cluster.pools = {spec};
  plan.layout = {{spec.id, {}}};
  plan.job = measured.problem.job;
  plan.job.tokens = kTokensToShow;
  plan.job.software.runtime = "any";  // runs of all stacks are opened, not those of the usual runtime alone
  plan.job.limits.memory_headroom = strategy::Limits{}.memory_headroom;
  plan.job.stated = {"sequence_length", "global_batch", "precision", "gradient_precision", "flash_attention"};
  const strategy::Strategy& layout = measured.strategy;
  const auto fix = [&](const char* key) { plan.job.allowed[key] = {strategy::setting(layout, key)}; };
  for (const char* key :
       {"tensor_parallel", "pipeline_parallel", "virtual_pipeline", "context_parallel", "expert_parallel",
        "expert_tensor_parallel", "data_parallel", "micro_batch", "zero_stage"})
    fix(key);
  if (!run.recompute.empty()) fix("recompute");
  plan.model_name = run.model;
  plan.model_text = config_of(measured).dump(2);
  return plan;
}

Result<Plan> plan_of(const calibration::MeasuredTable& table, std::string_view id,
                     const hardware::Catalogue& catalogue) {
  for (const calibration::MeasuredRun& run : table.runs) {
    if (run.id != id) continue;
    const auto measured = make_case(run, catalogue);
    if (!measured) return tl::unexpected<Error>(measured.error());
    return plan_of(*measured);
  }
  std::vector<std::string> ids;
  for (const calibration::MeasuredRun& run : table.runs) ids.push_back(run.id);
  std::vector<std::string> near = near_matches(id, ids);
  return fail(code::unknown_run, "id", std::string(id),
              near.empty() ? Wanted{Wanted::Kind::text, {"the id of a row"}}
                           : Wanted{Wanted::Kind::one_of, std::move(near)});
}

}  // namespace astrolabe::plan
