#pragma once
// The fitted constants of the step: what no datasheet states. A value each, and for each its meaning, the
// bounds it must stay in and the prior under which it is fitted.

#include <array>
#include <span>
#include <string_view>

#include "core/strategy/problem.h"

namespace astrolabe::cost {

/// Shipped values: fit to the measured runs of resources/measured (see README.md of this room).
struct Coefficients {
  // GEMM of a training step relative to the kernel form of kernel.h, by GPU generation
  double gemm_ampere = 0.999, gemm_hopper = 0.856, gemm_blackwell = 0.793;
  double gemm_rtx_pro = 1.05, gemm_ada = 1.36, gemm_volta = 0.862;
  double grouped_share = 0.84;
  // Attention
  double attention_ampere = 0.454, attention_hopper = 0.471, attention_hopper_early = 0.257,
         attention_blackwell = 0.558, attention_backward = 0.614;
  double attention_sink = 0.189;
  double unfused_gemm = 0.666, unfused_bytes = 5.41, unfused_misaligned = 7.1;
  // Elementwise work and casts
  double elementwise = 1.1, elementwise_eager = 2.72, elementwise_old = 1.58, cast_bytes = 1.29;
  double loss_bytes = 28.3;
  // Host
  double host_layer_seconds = 0.00371, host_moe_seconds = 0.00301, checkpoint_seconds = 0.00558;
  double allocator_flush = 0.254;
  // Communication
  double tensor_share = 0.736, network_share = 0.675, fsdp_share = 0.661, all_to_all_share = 0.476;
  double tensor_overlap = 0.646, data_overlap = 0.805, fsdp_slowdown = 0.146;
  double context_exposed = 0.288;
  // Optimizer, scale, software
  double optimizer_bytes = 37.7, straggler = 0.00489;
  double software_dense = 0.0343, software_moe = 0.191, software_moe_step = 0.16;
  double stack_jax = 1.11, stack_deepspeed = 1.1, stack_plain = 1.2;
  // Memory, in memory_table()
  double workspace_gib = 0.956, fragmentation_old = 0.263, context_old_gib = 7.31;
  double copies_intern_evo = 12.1, unstated_gib = 4.0;

  bool operator==(const Coefficients&) const = default;
};

/// One constant: how it is named, what it means and how far the fit may move it.
struct CoefficientInfo {
  const char* name;
  double Coefficients::*value;
  double start;         ///< centre of the prior
  double spread;        ///< standard deviation of the prior, of the natural logarithm
  double least, most;   ///< hard bounds, physical
  const char* meaning;  ///< with unit and source of the prior
};

/// Constants of the step's time.
std::span<const CoefficientInfo> coefficient_table();
/// Constants of the peak memory, fitted to memory readings alone.
std::span<const CoefficientInfo> memory_table();

/// Those of a problem: of its calibration, or the shipped ones.
const Coefficients& coefficients_of(const strategy::Problem& problem);

}  // namespace astrolabe::cost
