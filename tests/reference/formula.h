#pragma once
// What a strategy takes by closed formula, no event played: the counterpart of the schedule played.

#include <vector>

#include "core/cost/shape.h"

namespace astrolabe::cost {

/// One GPU type, one class of layers dealt out evenly, one tensor parallelism; recomputation of all layers or
/// none. With t_j the seconds of a stage's forward and backward, B the longest, c one transfer, K
/// micro-batches, P stages, v chunks:
///   1F1B, GPipe:  T = sum t_j + 2 (P - 1) c + (K - 1) B + tail
///   interleaved:  T = K B + (sum t_j - B + 2 (P - 1) c) / v + tail
/// Exact for equal stages without latency; stages that differ by embedding, head or a layer are off by a few
/// percent (tst_cost). Source: Narayanan et al., SC 2021, section 2.2.
struct Formula {
  bool fits = false;
  Seconds step;
  TimeParts time;                   ///< seen from the longest stage; adds up to the step
  std::vector<StageMemory> memory;  ///< by stage
};

/// Precondition: `split` is tables.split(splitting_of(settings, pool, settings.tensor_parallel)), `parts`
/// tables.parts() of the same, the schedule is 1F1B, interleaved or GPipe, ZeRO 2 and 3 without a pipeline;
/// settings.stages are not looked at. `out` is filled anew, its memory used again.
void evaluate_formula(const Tables& tables, const strategy::Strategy& settings, int pool,
                      const SplitCost& split, const SplitParts& parts, Formula& out);

}  // namespace astrolabe::cost
