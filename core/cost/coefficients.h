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
  double gemm_ampere = 0.993, gemm_hopper = 0.873, gemm_blackwell = 0.812;
  double gemm_rtx_pro = 0.999, gemm_ada = 1.3, gemm_volta = 0.852;
  double grouped_share = 0.842;
  // Attention
  double attention_ampere = 0.451, attention_hopper = 0.475, attention_hopper_early = 0.256,
         attention_blackwell = 0.568, attention_backward = 0.621;
  double attention_sink = 0.185;
  double unfused_gemm = 0.665, unfused_bytes = 5.41, unfused_misaligned = 7.12;
  // Elementwise work and casts
  double elementwise = 0.981, elementwise_eager = 2.62, elementwise_old = 1.57, cast_bytes = 1.17;
  double loss_bytes = 25.9;
  // Host
  double host_layer_seconds = 0.00376, host_moe_seconds = 0.00304, checkpoint_seconds = 0.00604;
  double allocator_flush = 0.257;
  // Communication
  double tensor_share = 0.724, network_share = 0.667, fsdp_share = 0.659, all_to_all_share = 0.478;
  double tensor_overlap = 0.631, data_overlap = 0.818, fsdp_slowdown = 0.146;
  double context_exposed = 0.291;
  // Optimizer, scale, software
  double optimizer_bytes = 37.5, straggler = 0.00503;
  double software_dense = 0.0351, software_moe = 0.193, software_moe_step = 0.159;
  double stack_jax = 1.11, stack_deepspeed = 1.09, stack_plain = 1.21;
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
