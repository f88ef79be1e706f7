#pragma once
// What no split of the layers can beat, beside the formulas it bounds.

#include "core/cost/shape.h"

namespace astrolabe::cost {

/// Lower bound of the step of any split of the layers over the stages of `shape`.
///
/// With t_j >= n_j tau_j + e_j (tau_j the cheapest layer on stage j, e_j what embedding or head add) let
///   S = least sum of all stages and links, B = least bottleneck: the smallest B with sum_j floor((B - e_j) /
///   tau_j) >= L.
/// 1F1B, K micro-batches, P stages:
///   T >= (1 + n) S + (K - 1 - n P) B       for 1 <= n <= (K - 1) / P   (walks that visit all stages n + 1
///   times) T >= S + (K - 1) B / 2                  always                      (the longer of forward and
///   backward is >= t / 2)
/// Other schedules: T >= K B. The fixed host time of a step is added. Source: unfolding of the 1F1B
/// recurrence.
double step_lower_bound(const Shape& shape);

/// The same with some stages already fixed: `sum` and `bottleneck` of the fixed ones, the rest as above.
double step_lower_bound(const Shape& shape, double sum, double bottleneck);

/// S and B of the stages from `first` on, which share `layers` layers.
struct Rest {
  double sum = 0.0, bottleneck = 0.0;
};
Rest least_rest(const Shape& shape, int first, int layers);

}  // namespace astrolabe::cost
