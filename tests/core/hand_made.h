#pragma once
// A small snapshot with numbers chosen by hand, for tests of what is written from it.

#include "core/plan/snapshot.h"

namespace hand_made {

using namespace astrolabe;

inline strategy::Strategy two_stages() {
  strategy::Strategy strategy;
  strategy.tensor_parallel = 8;
  strategy.pipeline_parallel = 2;
  strategy.data_parallel = 1;
  strategy.stages = {{0, 20, 8, strategy::Recompute::none, 0}, {1, 12, 8, strategy::Recompute::selective, 0}};
  return strategy;
}

inline std::shared_ptr<const strategy::Problem> problem() {
  auto problem = std::make_shared<strategy::Problem>();
  auto graph = std::make_shared<model::Graph>();
  graph->name = "hand-made";
  problem->graph = graph;
  problem->cluster.name = "two boxes";
  for (const char* id : {"new", "old"}) {
    hardware::Pool pool;
    pool.id = id;
    pool.gpu.name = std::string("GPU ") + id;
    pool.nodes = 1;
    pool.gpus_per_node = 8;
    problem->cluster.pools.push_back(pool);
  }
  return problem;
}

inline cost::Evaluation evaluation() {
  cost::Evaluation evaluation;
  evaluation.strategy = two_stages();
  evaluation.gpus = {8, 8};
  evaluation.step = {4.0};
  evaluation.step_low = {3.5};
  evaluation.step_high = {4.75};
  evaluation.tokens_per_second = 262144.0;
  evaluation.tokens_per_second_per_gpu = 16384.0;
  evaluation.mfu = 0.41;
  evaluation.hours_for_job = 1059.6;
  // 1 + 2 + 0.25 + 0.5 + 0.25 = 4 s
  evaluation.time[cost::Part::compute_forward] = 1.0;
  evaluation.time[cost::Part::compute_backward] = 2.0;
  evaluation.time[cost::Part::tensor_parallel] = 0.25;
  evaluation.time[cost::Part::pipeline_bubble] = 0.5;
  evaluation.time[cost::Part::optimizer] = 0.25;
  for (int pool = 0; pool < 2; ++pool) {
    cost::StageMemory memory;
    memory.pool = pool;
    memory.weights = gib(4.0);
    memory.gradients = gib(8.0);
    memory.optimizer = gib(16.0);
    memory.activations = gib(10.0);
    memory.workspace = gib(2.0);
    memory.total = gib(40.0);  // 4 + 8 + 16 + 10 + 2
    memory.allocator = gib(38.5);
    memory.limit = gib(75.2);
    evaluation.memory.push_back(memory);
  }
  evaluation.money.usd_per_hour = UsdPerHour{112.0};
  evaluation.money.usd_per_trillion_tokens = 118681.0;
  evaluation.money.power_kw = 14.5;
  evaluation.money.energy_kwh_for_job = 15364.2;
  return evaluation;
}

inline plan::Snapshot snapshot() {
  plan::Snapshot snapshot;
  snapshot.problem = problem();
  snapshot.status = plan::Status::optimal;
  snapshot.seconds = 0.25;
  snapshot.threads = 2;
  snapshot.space = {100, 60, 1, 20, 14, 5, 4.0};  // 60 + 1 + 20 + 14 + 5 = 100
  snapshot.best = {evaluation()};
  snapshot.pareto = {{262144.0, 118681.0, two_stages()}};
  snapshot.assumptions = {
      {"pools[new].inter_node_latency_us", "6 us", {hardware::Reason::Kind::latency_between_nodes, {}}}};
  return snapshot;
}

}  // namespace hand_made
