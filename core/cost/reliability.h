#pragma once
// What is published about failures of large training jobs; used where the job states nothing.

namespace astrolabe::cost::reliability {

/// 419 unexpected interruptions in 54 days on 16,384 H100: 419 / (54 x 24 x 16,384 h).
/// Source: "The Llama 3 Herd of Models" (Meta, 2024-07), section 3.3.4 and Table 5.
inline constexpr double failures_per_gpu_hour = 419.0 / (54.0 * 24.0 * 16384.0);

/// Sustained storage throughput for checkpoints: 2 TB/s for a cluster of 24,576 GPUs.
/// Source: the same, section 3.3.1 (Tectonic; two clusters of 24,000 GPUs).
inline constexpr double storage_bytes_per_second_per_gpu = 2e12 / 24576.0;

/// Noticing a failure, replacing the node, starting and warming up again; without reading the checkpoint.
inline constexpr double assumed_restart_seconds = 600.0;

/// The share of unexpected interruptions that came from hardware: 78 %. Source: the same, section 3.3.4.
inline constexpr double lasting_share = 0.78;

/// Interruptions by switches and cables, which take away all behind them, among those that came from
/// hardware: 35 of 419 x 0.78. Source: the same, Table 5.
inline constexpr double domain_share = 35.0 / (0.78 * 419.0);

/// Mean time to repair. Of more than 20 clusters it ranged from less than an hour to more than a day:
/// Schroeder and Gibson, "A Large-Scale Study of Failures in High-Performance Computing Systems", DSN 2006.
inline constexpr double assumed_repair_hours = 24.0;

}  // namespace astrolabe::cost::reliability
