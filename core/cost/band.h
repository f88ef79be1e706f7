#pragma once
// The 80 % band around a prediction, from the spread of errors of comparable measured runs.

#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::cost {

/// Factors on the predicted value: of comparable runs, 80 % lie between low and high.
struct Band {
  double low = 1.0, high = 1.0;
};

/// What makes runs comparable: experts, a tuned vendor stack, and whether the constants of the GPU's
/// generation and of the stack rest on more than one site (without a second one, nothing told their speed
/// from the site's).
enum class BandClass { dense_vendor, dense_other, dense_one_site, experts };
const char* to_string(BandClass band_class);
BandClass band_class(const strategy::Problem& problem);
/// GPU types that share constants of the step (kernel.h, coefficients.h).
enum class Generation { ampere, hopper, blackwell, blackwell_workstation, ada, older, other };
Generation generation_of(const hardware::Gpu& gpu);
/// Training software whose constants belong together: releases and settings of one family.
enum class StackFamily { recipes, plain_megatron, fsdp, before_2023, intern_evo, native };
StackFamily family_of(const strategy::Software& software);
/// Whether at least two sources published five or more dense runs that its constants rest on
/// (resources/measured).
bool of_several_sites(Generation generation);
bool of_several_sites(StackFamily family);

/// Of a step time.
Band step_band(const strategy::Problem& problem, const strategy::Strategy& strategy);
/// Of a peak memory, as the allocator or as the driver reports it.
Band memory_band(bool allocator);

}  // namespace astrolabe::cost
