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

/// Half of a step's band as a factor where less stands behind it than runs of this generation and software,
/// dense and experts: another generation or software was measured, or tables of kernels alone. Source:
/// quantiles of rows whose runtime or whose GPU's maker was left out of the fit of both tables
/// (resources/measured).
inline constexpr double band_evidence_sibling = 1.16, band_evidence_sibling_experts = 1.26;
inline constexpr double band_evidence_tables = 1.175, band_evidence_tables_experts = 1.28;
/// A guess: no run of a GPU of which only a datasheet is known tells.
inline constexpr double assumed_band_evidence_datasheet = 1.35,
                        assumed_band_evidence_datasheet_experts = 1.60;
/// What a doubt makes of a band's logarithm, of a sibling's at least. Source: rows in doubt over the others
/// of the same rows.
inline constexpr double band_doubt = 1.75;
/// A guess: what mixers that carry a state make of a band's logarithm, as no published run has their kernels.
inline constexpr double assumed_band_state_mixers = 2.0;

/// Stacks whose memory is counted from their code, and with something not stated of a run. Source: readings
/// of the second half of resources/measured.
inline constexpr double band_memory_counted = 1.18, band_memory_doubtful = 1.30;

}  // namespace astrolabe::cost::constants
