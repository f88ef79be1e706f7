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
  double gemm_ampere = 0.999, gemm_hopper = 0.853, gemm_blackwell = 0.781;
  double gemm_rtx_pro = 0.964, gemm_ada = 1.27, gemm_volta = 0.93;
  double fp8_hopper = 0.937, fp8_blackwell = 1.09, mxfp8_blackwell = 0.935, fp4_blackwell = 0.893;
  double grouped_share = 0.859, grouped_low = 0.888, grouped_seconds = 1.29e-05;
  // Attention
  double attention_ampere = 0.462, attention_hopper = 0.491, attention_hopper_early = 0.269,
         attention_blackwell = 0.57, attention_backward = 0.596;
  double attention_sink = 0.141;
  double unfused_gemm = 0.685, unfused_bytes = 5.46, unfused_misaligned = 11.5;
  // Elementwise work and casts
  double elementwise = 0.936, elementwise_eager = 2.51, elementwise_old = 1.67, cast_bytes = 1.12;
  // Host
  double host_layer_seconds = 0.00382, host_moe_seconds = 0.00295, checkpoint_seconds = 0.00208;
  // Communication
  double tensor_share = 0.687, network_share = 0.674, fsdp_share = 0.572, all_to_all_share = 0.537;
  double tensor_overlap = 0.753, data_overlap = 0.837, fsdp_slowdown = 0.245;
  double all_to_all_exposed = 0.897, context_exposed = 0.287;
  // Optimizer, scale, software
  double optimizer_bytes = 40.1, straggler = 0.00401;
  double software_dense = 0.035, software_moe = 0.207, software_moe_step = 0.169;
  double stack_jax = 1.04, stack_deepspeed = 1.13, stack_plain = 1.18;

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

std::span<const CoefficientInfo> coefficient_table();

/// Those of a problem: of its calibration, or the shipped ones.
const Coefficients& coefficients_of(const strategy::Problem& problem);

}  // namespace astrolabe::cost
