#pragma once
// Problems at the size people plan for, made of built-in models and catalogue nodes, for all benchmarks.

#include <string>
#include <vector>

#include "core/hardware/catalogue.h"
#include "core/plan/plan_file.h"
#include "core/strategy/problem.h"

namespace astrolabe::benchmarks {

struct Request {
  const char* model = "llama-3.1-70b";
  std::vector<const char*> nodes{};  ///< catalogue nodes of 8 GPUs; each a pool
  int gpus_each = 64;
  bool choose = false;  ///< counts are free up to `gpus_each`
  strategy::Objective objective = strategy::Objective::throughput;
  int batch = 1536;          ///< sequences of 4,096 tokens
  std::string model_text{};  ///< a configuration in the place of the built-in one
  double between_gb_per_s = 100.0;
};

/// Nodes of different pools reach each other within 10 us; a GPU hour costs 2.50 $, half of it on the second
/// pool, a third on the third.
inline plan::Plan plan_of(const Request& request) {
  plan::Plan plan = plan::sample_plan();
  plan.model_name = request.model;
  plan.model_text = request.model_text;
  plan.objective = request.objective;
  plan.job.sequence_length = 4096;
  plan.job.global_batch = request.batch;
  plan.cluster.pools.clear();
  plan.cluster.between_pools.clear();
  hardware::Choose maxima;
  for (const char* node : request.nodes) {
    hardware::PoolSpec pool;
    pool.id = "pool" + std::to_string(plan.cluster.pools.size());
    pool.node = node;
    pool.nodes = request.gpus_each / 8;
    pool.usd_per_gpu_hour = 2.5 / static_cast<double>(1 + plan.cluster.pools.size());
    for (const hardware::PoolSpec& other : plan.cluster.pools)
      plan.cluster.between_pools.push_back({other.id, pool.id, request.between_gb_per_s, 10.0});
    maxima.max_gpus_per_pool[pool.id] = request.gpus_each;
    plan.cluster.pools.push_back(std::move(pool));
  }
  if (request.choose) plan.cluster.choose = maxima;
  return plan;
}
inline strategy::Problem planned(const Request& request) {
  return plan::make_problem(plan_of(request), hardware::Catalogue::built_in()).value();
}

/// Nodes of the types that mixed requests take the first few of.
inline const std::vector<const char*>& node_types() {
  static const std::vector<const char*> kNodes{"onprem-dgx-h100", "onprem-dgx-a100-80", "onprem-dgx-h200",
                                               "onprem-dgx-b200", "onprem-dgx-b300"};
  return kNodes;
}

/// 120 mixed requests: six models of 7B to 1T, dense and with experts, two and three types of 32 to 1,024
/// GPUs each and of 4,096 in all, and links between the pools at the full and at a tenth of the rate.
inline std::vector<Request> mixed_grid() {
  std::vector<Request> requests;
  for (const char* model :
       {"llama-3.1-8b", "llama-3.1-70b", "llama-3.1-405b", "megatron-1t", "mixtral-8x22b", "deepseek-v3"})
    for (const int types : {2, 3})
      for (const int gpus : {32, 128, 512, 1024, 4096 / types / 64 * 64})  // of each type
        for (const double link : {100.0, 10.0})
          requests.push_back({.model = model,
                              .nodes = {node_types().begin(), node_types().begin() + types},
                              .gpus_each = gpus,
                              .between_gb_per_s = link});
  return requests;
}

}  // namespace astrolabe::benchmarks
