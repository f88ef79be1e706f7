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
  int batch = 1536;        ///< sequences of 4,096 tokens
  std::string model_text{};  ///< a configuration in the place of the built-in one
  double between_gb_per_s = 100.0;
};

/// Nodes of different pools reach each other within 10 us; a GPU hour costs 2.50 $, half of it on the second
/// pool, a third on the third.
inline strategy::Problem planned(const Request& request) {
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
  return plan::make_problem(plan, hardware::Catalogue::built_in()).value();
}

}  // namespace astrolabe::benchmarks
