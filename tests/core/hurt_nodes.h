#pragma once
// Four nodes of eight GPUs of which one is slow or has failed, and a layout that runs on them.

#include <cmath>

#include "core/hardware/usable_gpus.h"
#include "problems.h"

namespace astrolabe::tests {

/// Four pipelines of four stages on four nodes of eight; two GPUs a stage.
inline strategy::Strategy four_pipelines(int layers) {
  strategy::Strategy strategy;
  strategy.tensor_parallel = 2;
  strategy.pipeline_parallel = 4;
  strategy.data_parallel = 4;
  for (int j = 0; j < 4; ++j) strategy.stages.push_back({0, layers / 4, 2});
  return strategy;
}

/// GPU 3 of node 1, of the second stage of the second pipeline, is slow by the factor; infinite: failed.
/// Spares are nodes beside the four.
inline strategy::Problem four_nodes(int layers, double factor, int spares = 0) {
  strategy::Problem problem =
      make_test_problem(make_graph(layers, 2048), make_cluster({make_pool("a", 4 + spares, 8)}), 2048, 64);
  hardware::Pool& pool = problem.cluster.pools.front();
  pool.spares = spares;
  if (std::isinf(factor))
    pool.failed = {{1, 3}};
  else if (factor > 1.0)
    pool.slow = {{1, 3, factor, 1.0}};
  hardware::apply_marks(pool);
  return problem;
}

}  // namespace astrolabe::tests
