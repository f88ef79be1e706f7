#pragma once
// What the training software adds to a step, by stack: fusion, host time, overlap, traffic of gradients.

#include "core/cost/coefficients.h"
#include "core/strategy/problem.h"

namespace astrolabe::cost {

struct StackTraits {
  double elementwise = 1.0;         ///< elementwise bytes over bytes counted
  double host_layer_seconds = 0.0;  ///< launching a layer, forward and backward
  double host_moe_seconds = 0.0;    ///< what experts add to it
  double checkpoint_seconds = 0.0;  ///< added to every fully recomputed layer, never hidden
  /// Selective recomputation does this share of the forward work again; below 0: the attention core.
  double selective_share = -1.0;
  double accumulate_bytes = 4.0;  ///< gradient accumulation, a parameter and micro-batch
  double gradient_bytes = 4.0;    ///< a parameter in the gradient reduction
  double reduce_passes = 1.0;     ///< 1: reduce-scatter; 2: all-reduce although state is sharded
  double gathered_bytes = 2.0;    ///< a parameter in the parameter gathering
  double data_overlap = 0.0;      ///< hidden share of data-parallel traffic, with the overlap switches on
  double tensor_overlap = 0.0;    ///< the same for tensor-parallel traffic
  double factor = 1.0;            ///< on every time: software release and stack
};

/// `narrow`: the job's products run in 8 or 4 bits.
StackTraits stack_traits(const strategy::Problem& problem, bool narrow);

}  // namespace astrolabe::cost
