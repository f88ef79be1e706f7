// The samples that serve a model.
#include <cassert>

#include "core/model/model_reader.h"
#include "core/plan/samples.h"

namespace astrolabe::plan {

namespace {

Plan serving_plan(const char* name, std::string_view model, const Json& asked) {
  Plan plan;
  plan.name = name;
  plan.model_name = model;
  for (const model::BuiltInModel& built_in : model::built_in_models())
    if (built_in.id == model) plan.model_text = built_in.config;
  auto job = strategy::read_job(asked);
  assert(job.has_value());
  plan.job = std::move(*job);
  return plan;
}

void add_nodes(Plan& plan, const char* id, const char* node, int nodes, double x) {
  hardware::PoolSpec pool;
  pool.id = id;
  pool.node = node;
  pool.nodes = nodes;
  plan.cluster.pools.push_back(std::move(pool));
  plan.layout[id] = {x, 0.0};
}

/// Chat of 70 B parameters on one machine: a second to the first token, 30 ms a token, for nine of ten.
Plan chat() {
  Plan plan = serving_plan("Chat", "llama-3.1-70b",
                           {{"task", "serve"},
                            {"traffic", {{"requests_per_second", 6}}},
                            {"input_tokens", 1000},
                            {"output_tokens", 300},
                            {"promises", {{"ttft_seconds", 1.0}, {"tpot_seconds", 0.03}, {"quantile", 0.9}}},
                            {"precision", "fp8"},
                            {"kv_precision", "fp8"},
                            {"software", {{"runtime", "vllm"}}}});
  add_nodes(plan, "h200", "coreweave-hgx-h200", 1, 0.0);
  return plan;
}

/// DeepSeek-V3 on a rack whose 72 GPUs share one NVLink domain.
Plan experts_on_a_rack() {
  constexpr int kTrays = 18;
  Plan plan = serving_plan("Experts on a rack", "deepseek-v3",
                           {{"task", "serve"},
                            {"traffic", {{"requests_per_second", 40}}},
                            {"input_tokens", 2000},
                            {"output_tokens", 1000},
                            {"cached_prefix", 0.3},
                            {"promises", {{"ttft_seconds", 2.0}, {"tpot_seconds", 0.04}, {"quantile", 0.5}}},
                            {"precision", "fp8"},
                            {"software", {{"runtime", "sglang"}}}});
  add_nodes(plan, "gb200", "coreweave-gb200", kTrays, 0.0);
  return plan;
}

/// Three kinds of machines side by side: which serve the traffic for the least money, one of them spare.
Plan mixed_fleet() {
  constexpr double kApart = 300.0;
  Plan plan = serving_plan("Mixed fleet", "qwen3-32b",
                           {{"task", "serve"},
                            {"traffic", {{"requests_per_second", 30}}},
                            {"input_tokens", {{"uniform", {400, 1200}}}},
                            {"output_tokens", {{"uniform", {100, 500}}}},
                            {"promises", {{"ttft_seconds", 1.5}, {"tpot_seconds", 0.05}, {"quantile", 0.5}}},
                            {"precision", "fp8"},
                            {"software", {{"runtime", "vllm"}}},
                            {"spare_replicas", 1}});
  plan.objective = strategy::Objective::money;
  add_nodes(plan, "h200", "coreweave-hgx-h200", 2, -kApart);
  add_nodes(plan, "h100", "coreweave-hgx-h100", 2, 0.0);
  add_nodes(plan, "l40s", "coreweave-l40s", 4, kApart);
  // Replicas exchange nothing; a cluster of several pools has links between them all the same.
  constexpr double kEthernet = 12.5;  // 100 Gb/s
  plan.cluster.between_pools = {
      {"h200", "h100", kEthernet, {}}, {"h100", "l40s", kEthernet, {}}, {"h200", "l40s", kEthernet, {}}};
  plan.cluster.pools.back().inter_node_gb_per_s = kEthernet;  // the price list names no rate
  return plan;
}

/// Machines of one GPU in a region with a fast network; tokens/s of one that holds 1, 2, … layers.
hardware::PoolSpec machines(const char* id, const char* gpu, int nodes,
                            std::vector<double> tokens_per_second) {
  constexpr double kWithinRegion = 1.25;  // GB/s, 10 Gb/s
  hardware::PoolSpec pool;
  pool.id = pool.region = id;
  pool.gpu = gpu;
  pool.nodes = nodes;
  pool.gpus_per_node = 1;
  pool.inter_node_gb_per_s = kWithinRegion;
  pool.inter_node_latency_us = 1000.0;
  pool.layer_throughput = std::move(tokens_per_second);
  return pool;
}

/// One copy of a model whose layers lie on unequal machines of three regions, 100 Mb/s and 50 ms apart. Rates
/// by layers: the profiles of Helix (ASPLOS 2025, github.com/Thesys-lab/Helix-ASPLOS25 at 148b7330, 24
/// machines, LLaMA-2 70B), to a tenth of a token.
Plan three_regions() {
  constexpr double kApart = 300.0, kBetween = 0.0125, kBetweenLatency = 50'000.0;
  Plan plan = serving_plan("Three regions", "llama-2-70b",
                           {{"task", "serve"},
                            {"placement", "layers"},
                            {"traffic", {{"offline", true}}},
                            {"input_tokens", 763},
                            {"output_tokens", 232},
                            {"promises", {{"tpot_seconds", 1.0}}},
                            {"precision", "bf16"},
                            {"software", {{"runtime", "vllm"}}}});
  plan.cluster.pools = {machines("east", "a100-sxm-40", 4,
                                 {23833.9, 11384.3, 7201.4, 5264.6, 4096.7, 3124.1, 2595.7, 2045.6, 1754.4,
                                  1392.6, 1212.2, 952.1}),
                        machines("west", "l4", 8, {7557.9, 3625.7, 2171.9, 1476.1, 1017.6, 747.8, 531.7}),
                        machines("south", "t4", 12, {5709.2, 2434.4, 1347.9, 757.9})};
  plan.cluster.between_pools = {{"east", "west", kBetween, kBetweenLatency},
                                {"east", "south", kBetween, kBetweenLatency},
                                {"west", "south", kBetween, kBetweenLatency}};
  plan.layout = {{"east", {-kApart, 0.0}}, {"west", {0.0, 0.0}}, {"south", {kApart, 0.0}}};
  return plan;
}

}  // namespace

const std::vector<std::string>& serving_sample_names() {
  static const std::vector<std::string> names{"serve-chat", "serve-experts", "serve-mixed", "serve-regions"};
  return names;
}

Plan serving_sample_named(std::string_view name) {
  if (name == "serve-chat") return chat();
  if (name == "serve-experts") return experts_on_a_rack();
  if (name == "serve-mixed") return mixed_fleet();
  assert(name == "serve-regions");
  return three_regions();
}

}  // namespace astrolabe::plan
