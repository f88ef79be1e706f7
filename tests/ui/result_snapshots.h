#pragma once
// Made-up results for tests of the result views, with as many rows as wanted.

#include <memory>
#include <random>

#include "core/plan/snapshot.h"

namespace astrolabe::ui {

/// `count` strategies, each different, best first: speed falls by 0.1 tokens/s a row from 50,000; money is
/// drawn at random with a fixed seed. Micro batch and stage layers number the rows.
inline std::shared_ptr<plan::Snapshot> madeUpSnapshot(const std::shared_ptr<const strategy::Problem>& problem,
                                                      int count, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> spread(0.5e6, 3.0e6), share(0.3, 0.99);
  auto snapshot = std::make_shared<plan::Snapshot>();
  snapshot->revision = 1;
  snapshot->status = plan::Status::optimal;
  snapshot->problem = problem;
  snapshot->best.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    cost::Evaluation row;
    row.strategy.tensor_parallel = 1 << (i % 4);
    row.strategy.micro_batch = 1 + i;
    row.strategy.stages = {{0, 80, row.strategy.tensor_parallel}};
    row.gpus.assign(problem->cluster.pools.size(), 0);
    row.gpus[0] = row.strategy.tensor_parallel;
    row.tokens_per_second = 50000.0 - 0.1 * i;
    row.step = {524288.0 / row.tokens_per_second};
    row.money.usd_per_trillion_tokens = spread(random);
    row.money.usd_per_hour = UsdPerHour{100.0};
    cost::StageMemory memory;
    memory.limit = {80e9};
    memory.total = {80e9 * share(random)};
    row.memory = {memory};
    snapshot->best.push_back(std::move(row));
  }
  return snapshot;
}

}  // namespace astrolabe::ui
