#pragma once
// The 80 % band around a prediction, from the spread of errors of comparable measured runs.

#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::cost {

/// Factors on the predicted value: of comparable runs, 80 % lie between low and high.
struct Band {
  double low = 1.0, high = 1.0;
};

/// What makes runs comparable: experts, a tuned vendor stack, and kernel tables of the very generation.
enum class BandClass { dense_vendor, dense_other, dense_untabled, experts };
const char* to_string(BandClass band_class);
BandClass band_class(const strategy::Problem& problem);

/// Of a step time.
Band step_band(const strategy::Problem& problem, const strategy::Strategy& strategy);
/// Of a peak memory, as the allocator or as the driver reports it.
Band memory_band(bool allocator);

}  // namespace astrolabe::cost
