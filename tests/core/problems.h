#pragma once
// Small problems made by hand, independent of the catalogue and of model files.

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>

#include "core/strategy/problem.h"
#include "tests/core/draws.h"

namespace astrolabe::tests {

/// A dense decoder like Llama: `heads` heads, `kv` KV heads of 64, gated MLP of 4 h.
inline model::LayerClass dense_class(int hidden, int heads, int kv) {
  const int head = hidden / heads;
  const int ffn = 4 * hidden;
  model::LayerClass layer;
  layer.name = "dense";
  layer.gemms = {{"qkv", std::int64_t{heads + 2 * kv} * head, hidden, model::Split::column, true},
                 {"attention_out", hidden, std::int64_t{heads} * head, model::Split::row, true},
                 {"mlp_up", std::int64_t{2} * ffn, hidden, model::Split::column, true},
                 {"mlp_down", hidden, ffn, model::Split::row, true}};
  layer.attention = {{heads, kv, head, head, 0, true, false, false}};
  layer.hidden_elements = 8.0 * hidden;
  layer.head_elements = 2.0 * (heads + 2 * kv) * head;
  layer.mlp_elements = 3.0 * ffn;
  layer.kept_hidden = 4.0 * hidden;
  layer.kept_heads = 2.0 * (heads + kv) * head;
  layer.kept_mlp = 3.0 * ffn;
  for (const model::Gemm& gemm : layer.gemms) layer.parameters_split += gemm.n * gemm.k;
  layer.parameters_replicated = std::int64_t{2} * hidden;
  return layer;
}

inline model::LayerClass moe_class(int hidden, int heads, int kv, int experts, int top_k, int ffn) {
  model::LayerClass layer = dense_class(hidden, heads, kv);
  layer.name = "moe";
  layer.collectives = 1;
  layer.gemms.resize(2);
  layer.gemms.push_back({"router", experts, hidden, model::Split::replicated, false});
  layer.experts = model::Experts{experts, top_k, ffn, hidden, true, 0, 0};
  layer.mlp_elements = 3.0 * top_k * ffn;
  layer.kept_mlp = 0.0;
  layer.kept_expert = 2.0 * hidden + 3.0 * ffn;
  layer.parameters_split = layer.gemms[0].n * layer.gemms[0].k + layer.gemms[1].n * layer.gemms[1].k;
  layer.parameters_replicated = std::int64_t{2} * hidden + experts * hidden;
  layer.parameters_expert = static_cast<std::int64_t>(experts) * 3 * ffn * hidden;
  return layer;
}

inline std::shared_ptr<model::Graph> make_graph(int layers, int hidden = 1024, int heads = 16, int kv = 8,
                                                int experts = 0, int leading_dense = 0) {
  auto graph = std::make_shared<model::Graph>();
  graph->name = "test";
  graph->family = "llama";
  if (experts == 0 || leading_dense > 0) graph->classes.push_back(dense_class(hidden, heads, kv));
  if (experts > 0) graph->classes.push_back(moe_class(hidden, heads, kv, experts, 2, 2 * hidden));
  const int last = static_cast<int>(graph->classes.size()) - 1;
  for (int i = 0; i < layers; ++i) graph->layers.push_back(experts > 0 && i >= leading_dense ? last : 0);
  graph->hidden = hidden;
  graph->vocabulary = 32000;
  graph->embedding_parameters = 32000LL * hidden;
  graph->head_parameters = 32000LL * hidden + hidden;
  graph->heads = heads;
  graph->kv_heads = kv;
  graph->experts = experts;
  graph->parameters_total = graph->embedding_parameters + graph->head_parameters;
  graph->parameters_active = graph->parameters_total;
  for (const int k : graph->layers) {
    const model::LayerClass& layer = graph->classes[static_cast<std::size_t>(k)];
    graph->parameters_total += layer.parameters_split + layer.parameters_replicated + layer.parameters_expert;
    graph->parameters_active += layer.parameters_split + layer.parameters_replicated +
                                (experts > 0 ? layer.parameters_expert * 2 / experts : 0);
  }
  graph->parameters_embedding = graph->embedding_parameters;
  return graph;
}

/// A layer without attention, its place taken by a mixer that carries a state, or by nothing.
inline model::LayerClass state_class(std::mt19937& random, model::LayerClass layer) {
  const Pick pick{random};
  if (pick(0, 2) == 0) {  // an MLP alone
    layer.attention.clear();
    layer.collectives = std::max(0, layer.collectives - 1);
    layer.kept_heads = layer.head_elements = 0.0;
    return layer;
  }
  if (pick(0, 1) == 0) layer.attention.clear();
  layer.state_mixers.push_back({1e6 * pick(1, 60), 1e4 * pick(1, 30), 4e3, pick(0, 1) == 0});
  layer.kept_heads += 1e3 * pick(0, 40);
  return layer;
}

/// A model whose layers are of up to ten kinds in no order.
inline std::shared_ptr<model::Graph> make_hybrid(std::mt19937& random, int layers, int hidden, int experts) {
  auto graph = make_graph(layers, hidden, 16, 8, experts, experts > 0 ? 1 : 0);
  const auto plain = graph->classes;
  const int kinds = std::uniform_int_distribution<int>(3, 10)(random);
  while (static_cast<int>(graph->classes.size()) < kinds) {
    model::LayerClass layer = state_class(random, plain[random() % plain.size()]);
    layer.name = "state " + std::to_string(graph->classes.size());
    layer.parameters_split = layer.parameters_split * (1 + static_cast<std::int64_t>(random() % 4)) / 2;
    graph->classes.push_back(std::move(layer));
  }
  for (int& layer : graph->layers) layer = static_cast<int>(random() % graph->classes.size());
  graph->state_heads = 16;
  return graph;
}

/// A GPU with the figures of H100 SXM (speed 1) or slower copies of it.
inline hardware::Gpu make_gpu(double speed = 1.0, double memory_gib = 80.0) {
  hardware::Gpu gpu;
  gpu.id = speed == 1.0 ? "h100-sxm" : "slow";
  gpu.vendor = "NVIDIA";
  gpu.name = gpu.id;
  gpu.architecture = "Hopper";
  gpu.form = "SXM";
  gpu.memory = gib(memory_gib);
  gpu.memory_bandwidth = gb_per_s(3350 * speed);
  gpu.fp16 = gpu.bf16 = tflops(989.4 * speed);
  gpu.fp8 = tflops(1978.9 * speed);
  gpu.link = gb_per_s(450);
  gpu.pcie = gb_per_s(63);
  gpu.power = Watts{700};
  gpu.sm_count = 132;
  return gpu;
}

inline hardware::Pool make_pool(const std::string& id, int nodes, int gpus_per_node, double speed = 1.0,
                                double memory_gib = 80.0, double usd = 2.5) {
  hardware::Pool pool;
  pool.id = id;
  pool.gpu = make_gpu(speed, memory_gib);
  pool.nodes = nodes;
  pool.gpus_per_node = gpus_per_node;
  pool.max_gpus = nodes * gpus_per_node;
  pool.scale_up_domain = gpus_per_node;
  pool.intra_node = {gb_per_s(450), microseconds(2)};
  pool.inter_node = {gb_per_s(50.0 * gpus_per_node), microseconds(5)};
  pool.gpu_power = Watts{1000};
  if (usd > 0) pool.usd_per_gpu_hour = UsdPerHour{usd};
  pool.purchase_per_gpu = Usd{30000};
  return pool;
}

inline hardware::Cluster make_cluster(std::vector<hardware::Pool> pools, double link_gb_per_s = 100.0) {
  hardware::Cluster cluster;
  cluster.name = "test";
  cluster.pools = std::move(pools);
  const std::size_t n = cluster.pools.size();
  cluster.links.assign(n, std::vector<hardware::Link>(n, {gb_per_s(link_gb_per_s), microseconds(10)}));
  return cluster;
}

/// Without failures, and with checkpoints in no time: what a job takes is what it would take undisturbed.
inline strategy::Reliability undisturbed() { return {0.0, 1.0, 1e18, std::nullopt}; }

/// Its job is not disturbed.
inline strategy::Problem make_test_problem(std::shared_ptr<const model::Graph> graph,
                                           hardware::Cluster cluster, int sequence, int batch) {
  strategy::Problem problem;
  problem.graph = std::move(graph);
  problem.cluster = std::move(cluster);
  problem.job.sequence_length = sequence;
  problem.job.global_batch = batch;
  problem.job.tokens = 1e12;
  problem.job.reliability = undisturbed();
  return problem;
}

/// Nothing in host memory: a quarter of the configurations.
inline void without_offload(strategy::Problem& problem) {
  problem.job.allowed["offload_optimizer"] = problem.job.allowed["offload_activations"] = {"false"};
}

/// Two pools of three get so little host memory that it often limits what is offloaded. Takes nothing from
/// the numbers to come.
inline void limit_host_memory(strategy::Problem& problem, std::mt19937 random) {
  for (hardware::Pool& pool : problem.cluster.pools) {
    const double each = std::exp2(std::uniform_real_distribution<double>(-4.0, 2.0)(random));
    if (std::uniform_int_distribution<int>(0, 2)(random) > 0)
      pool.host_memory = gib(each * pool.gpus_per_node);
  }
}

/// A random small problem: one or two pools, 2 to 9 layers, tight or roomy memory, with or without experts.
inline strategy::Problem random_problem(std::mt19937& random, bool mixed) {
  const Pick pick{random};
  const Real real{random};
  const int experts = pick(0, 3) == 0 ? 4 : 0;
  const int layers = pick(2, mixed ? 7 : 9);
  auto graph = make_graph(layers, 512 << pick(0, 2), 16, 8, experts, experts > 0 ? pick(0, 1) : 0);
  std::vector<hardware::Pool> pools;
  const auto memory = [&] { return pick(0, 1) == 0 ? real(1.5, 9.0) : 80.0; };
  pools.push_back(make_pool("a", 1, 1 << pick(mixed ? 0 : 1, mixed ? 2 : 3), 1.0, memory(), real(1.0, 4.0)));
  if (mixed) pools.push_back(make_pool("b", 1, 1 << pick(0, 2), real(0.3, 0.9), memory(), real(0.3, 2.0)));
  hardware::Cluster cluster = make_cluster(std::move(pools), real(5.0, 100.0));
  cluster.may_leave_unused = pick(0, 1) == 1;
  if (cluster.may_leave_unused && pick(0, 3) == 0)
    cluster.max_total_gpus = std::max(1, cluster.pools[0].gpus());
  auto problem = make_test_problem(std::move(graph), std::move(cluster), 1024 << pick(0, 2), 1 << pick(0, 4));
  // One degree of sharing an expert beside none: all of them take four times as long to go through.
  if (experts > 0) problem.job.allowed["expert_tensor_parallel"] = {"1", std::to_string(2 << layers % 3)};
  limit_host_memory(problem, random);
  return problem;
}

}  // namespace astrolabe::tests
