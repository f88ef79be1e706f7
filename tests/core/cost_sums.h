#pragma once
// What tests of core/cost share: a strategy of even stages, and a comparison with a sum written out.

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/cost/coefficients.h"
#include "core/strategy/strategy.h"
#include "tests/core/close_to.h"

namespace astrolabe::tests {

inline void checkClose(double found, double expected, double tolerance = 1e-9) {
  checkNear(found, expected, tolerance);
}

/// Constants as sums written out have them, whatever the shipped fit says.
inline cost::Coefficients round_constants() {
  cost::Coefficients k;
  k.gemm_hopper = 0.87;
  k.attention_hopper = 0.49;
  k.attention_backward = 0.6;
  return k;
}

inline strategy::Strategy plain_strategy(int tensor, int pipeline, int data, int layers,
                                         int micro_batch = 1) {
  strategy::Strategy s;
  s.tensor_parallel = tensor;
  s.pipeline_parallel = pipeline;
  s.data_parallel = data;
  s.micro_batch = micro_batch;
  s.sequence_parallel = tensor > 1;
  s.zero_stage = data > 1 ? 1 : 0;
  s.sharding_group = data;
  s.overlap_grad_reduce = data > 1;
  s.overlap_param_gather = data > 1;
  for (int j = 0; j < pipeline; ++j)
    s.stages.push_back(
        {0, layers / pipeline + (j < layers % pipeline ? 1 : 0), tensor, strategy::Recompute::none, 0});
  return s;
}

}  // namespace astrolabe::tests
