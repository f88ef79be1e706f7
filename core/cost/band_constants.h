#pragma once
// The bands around predictions: quantiles of measured over predicted, of runs that the fit has not seen (both
// cross-validations together). They are drawn a little wider than 10 and 90 %, because a band made without
// the rows it is asked about has to hold 80 % of them: the more, the fewer configurations a class has (some
// 300 dense ones, 43 with experts). `astrolabe_accuracy` prints both.

namespace astrolabe::cost::constants {

inline constexpr double band_tail = 0.09;  ///< share of the rows left out at each end, dense
inline constexpr double band_tail_experts = 0.085;
inline constexpr double band_vendor_low = 0.936, band_vendor_high = 1.093;
inline constexpr double band_other_low = 0.918, band_other_high = 1.120;
inline constexpr double band_one_site_low = 0.871, band_one_site_high = 1.158;
inline constexpr double band_experts_low = 0.890, band_experts_high = 1.244;
inline constexpr double band_allocator_low = 0.966, band_allocator_high = 1.032;
inline constexpr double band_device_low = 0.960, band_device_high = 1.117;

}  // namespace astrolabe::cost::constants
