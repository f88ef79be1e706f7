#pragma once
// The fitted constants of the step: what no datasheet states. A value each, and for each its meaning, the
// bounds it must stay in and the prior under which it is fitted.

#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "core/strategy/problem.h"

namespace astrolabe::cost {

/// Shipped values: fit to the measured runs of resources/measured (see README.md of this room).
struct Coefficients {
  Coefficients();

  // GEMM of a training step relative to the kernel form of kernel.h, by GPU generation
  double gemm_ampere, gemm_hopper, gemm_blackwell;
  double gemm_rtx_pro, gemm_ada, gemm_volta;
  double gemm_ada_server, gemm_amd, gemm_gaudi;
  double grouped_share, grouped_seconds;
  // Attention
  double attention_ampere, attention_hopper, attention_hopper_early, attention_blackwell, attention_backward;
  double attention_sink;
  double attention_amd;
  double unfused_gemm, unfused_bytes, unfused_misaligned;
  // Elementwise work and casts
  double elementwise, elementwise_eager, elementwise_old, cast_bytes;
  double elementwise_compiled, elementwise_native, elementwise_trainer;
  double loss_bytes;
  // Host
  double host_layer_seconds, host_moe_seconds, step_seconds, checkpoint_seconds;
  double host_trainer_seconds, host_sharded_seconds;
  double allocator_flush;
  // Communication
  double tensor_share, network_share, fsdp_share, all_to_all_share;
  double tensor_overlap, data_overlap, fsdp_slowdown, native_slowdown;
  double context_exposed;
  // Optimizer, scale, software
  double optimizer_bytes, straggler;
  double software_dense, software_moe, software_moe_step;
  double stack_jax, stack_deepspeed, stack_plain;
  // Memory, in memory_table()
  double workspace_gib, fragmentation_old, context_old_gib;
  double copies_intern_evo, unstated_gib;

  bool operator==(const Coefficients&) const = default;
};

/// One constant: how it is named, what it means and how far the fit may move it.
struct CoefficientInfo {
  const char* name;
  double Coefficients::*value;
  double start;          ///< centre of the prior
  double spread;         ///< standard deviation of the prior, of the natural logarithm
  double least, most;    ///< hard bounds, physical
  const char* meaning;   ///< with unit and source of the prior
  bool of_site = false;  ///< moved by the runs of one site alone: what is published tells little of it
};

/// Constants of the step's time.
std::span<const CoefficientInfo> coefficient_table();
/// Constants of the peak memory, fitted to memory readings alone.
std::span<const CoefficientInfo> memory_table();

/// Those of a problem, or of a calibration (null: none): its own, or the shipped ones.
const Coefficients& coefficients_of(const strategy::Problem& problem);
const Coefficients& coefficients_of(const std::shared_ptr<const Coefficients>& own);

}  // namespace astrolabe::cost
