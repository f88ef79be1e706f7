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
  double gemm_ampere = 1.02, gemm_hopper = 0.87, gemm_blackwell = 0.72;
  double gemm_rtx_pro = 0.92, gemm_ada = 1.25, gemm_volta = 0.87;
  double fp8_hopper = 0.89, fp8_blackwell = 1.12, mxfp8_blackwell = 0.94, fp4_blackwell = 0.70;
  double grouped_share = 0.90, grouped_seconds = 16e-6;
  // Attention
  double attention_ampere = 0.45, attention_hopper = 0.49, attention_hopper_early = 0.26,
         attention_blackwell = 0.54, attention_backward = 0.60;
  double attention_sink = 0.3;
  double unfused_gemm = 0.64, unfused_bytes = 7.2, unfused_misaligned = 6.9;
  // Elementwise work and casts
  double elementwise = 0.61, elementwise_eager = 2.2, cast_bytes = 0.87;
  // Host
  double host_layer_seconds = 4.1e-3, host_moe_seconds = 3.0e-3, checkpoint_seconds = 2.6e-3;
  // Communication
  double tensor_share = 0.62, network_share = 0.67, fsdp_share = 0.85, all_to_all_share = 0.45;
  double tensor_overlap = 0.65, data_overlap = 0.81, fsdp_slowdown = 0.29;
  double all_to_all_exposed = 0.8, context_exposed = 0.3;
  // Optimizer, scale, software
  double optimizer_bytes = 60.0, straggler = 0.0036;
  double software_dense = 0.05, software_moe = 0.21, software_moe_step = 0.19;
  double stack_jax = 1.08, stack_deepspeed = 1.13;

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
