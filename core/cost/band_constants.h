#pragma once
// The bands around predictions: quantiles of measured over predicted, of runs that the fit has not seen (both
// cross-validations together). How they are drawn and shrunk: tests/reference/band_fit.h;
// `astrolabe_accuracy` prints them and how many rows lie inside bands that were made without them.

namespace astrolabe::cost::constants {

inline constexpr double band_left_out = 0.10;       ///< share of unseen rows meant to lie beyond each end
inline constexpr double band_tail_memory = 0.09;    ///< the same of readings of memory, as drawn
inline constexpr int band_most_gpus_node = 8;       ///< BandScale::node
inline constexpr int band_most_gpus_cluster = 256;  ///< BandScale::cluster
inline constexpr double band_vendor_low = 0.915, band_vendor_high = 1.045;
inline constexpr double band_other_low = 0.935, band_other_high = 1.145;
inline constexpr double band_one_site_low = 0.832, band_one_site_high = 1.107;
inline constexpr double band_experts_low = 0.859, band_experts_high = 1.226;
inline constexpr double band_width_sibling = 0.987, band_width_own_tables = 1.004;
inline constexpr double band_width_node = 0.991, band_width_cluster = 1.029, band_width_large = 0.978;
inline constexpr double band_width_data = 0.973, band_width_sharded = 1.020;
inline constexpr double band_width_layers = 0.997, band_width_pipeline = 0.997;
inline constexpr double band_allocator_low = 0.966, band_allocator_high = 1.032;
inline constexpr double band_device_low = 0.960, band_device_high = 1.117;

/// Stacks whose memory is counted from their code, and with something not stated of a run. Source: readings
/// of the second half of resources/measured.
inline constexpr double band_memory_counted = 1.18, band_memory_doubtful = 1.30;

}  // namespace astrolabe::cost::constants
