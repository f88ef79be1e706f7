#pragma once
// The 80 % band around a prediction, from the spread of errors of comparable measured runs.

#include <span>
#include <string_view>

#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::cost {

/// Factors on the predicted value: of comparable runs, 80 % lie between low and high.
struct Band {
  double low = 1.0, high = 1.0;
};

/// What makes runs comparable: experts, a tuned vendor stack, and whether the constants of the GPU type rest
/// on more than one site (without a second one, nothing told the type's speed from the site's).
enum class BandClass { dense_vendor, dense_other, dense_one_site, experts };
const char* to_string(BandClass band_class);
BandClass band_class(const strategy::Problem& problem);
/// Catalogue ids of the GPU types of which at least two sources published five or more dense runs that the
/// constants rest on (resources/measured).
std::span<const std::string_view> gpus_of_several_sites();

/// Of a step time.
Band step_band(const strategy::Problem& problem, const strategy::Strategy& strategy);
/// Of a peak memory, as the allocator or as the driver reports it.
Band memory_band(bool allocator);

}  // namespace astrolabe::cost
