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
  double gemm_ampere = 0.986, gemm_hopper = 0.867, gemm_blackwell = 0.793;
  double gemm_rtx_pro = 0.987, gemm_ada = 1.35, gemm_volta = 0.926;
  double fp8_hopper = 0.939, fp8_blackwell = 1.07, mxfp8_blackwell = 0.939, fp4_blackwell = 0.915;
  double grouped_share = 0.868, grouped_low = 0.883, grouped_seconds = 1.2e-05;
  // Attention
  double attention_ampere = 0.45, attention_hopper = 0.499, attention_hopper_early = 0.254,
         attention_blackwell = 0.558, attention_ultra = 1.33, attention_backward = 0.633;
  double attention_sink = 0.175;
  double unfused_gemm = 0.689, unfused_bytes = 5.28, unfused_misaligned = 11.7;
  // Elementwise work and casts
  double elementwise = 0.956, elementwise_eager = 2.69, elementwise_old = 1.64, cast_bytes = 1.04,
         cast_fused = 0.86;
  double loss_bytes = 28.9;
  // Host
  double host_layer_seconds = 0.0038, host_moe_seconds = 0.00295, checkpoint_seconds = 0.00199;
  // Communication
  double tensor_share = 0.733, network_share = 0.681, fsdp_share = 0.728, all_to_all_share = 0.537;
  double tensor_overlap = 0.671, data_overlap = 0.857, fsdp_slowdown = 0.157;
  double all_to_all_exposed = 0.897, context_exposed = 0.29;
  // Optimizer, scale, software
  double optimizer_bytes = 38.8, straggler = 0.00443;
  double software_dense = 0.03, software_moe = 0.207, software_moe_step = 0.169;
  double stack_jax = 1.12, stack_deepspeed = 1.12, stack_plain = 1.18;
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
