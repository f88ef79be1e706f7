#pragma once
// Time of single kernels on one GPU type.

#include <cstdint>
#include <memory>
#include <string>

#include "core/cost/coefficients.h"
#include "core/cost/kernel_model.h"
#include "core/hardware/cluster.h"
#include "core/hardware/gpu.h"
#include "core/model/graph.h"

namespace astrolabe::cost {

/// All that kernel times need of one GPU, resolved once per pool.
struct Device {
  double peak_bf16 = 0.0;  ///< operations a second; fp32 jobs: the fp32 matrix rate
  double peak = 0.0;       ///< in the job's precision
  double bandwidth = 0.0;  ///< datasheet bytes a second
  double pcie = 0.0;       ///< bytes a second, 0 when unknown
  /// Of the host's memory, bytes a second, what belongs to this GPU; 0 without a known link.
  double host_memory = 0.0;
  /// Fitted tables of `sibling`, and those of this job's products: in 16 bits, and in its low precision,
  /// where the table holds the product alone. The quantising of activations is counted by the step. A
  /// precision whose table does not hold for training takes the shape of the 16-bit one at its rate.
  std::shared_ptr<const KernelTables> tables;
  const GemmModel* products = nullptr;
  const GemmModel* narrow_products = nullptr;
  /// Bytes a second of the links that the tables of collectives were measured on; 0: those are not used.
  double table_link = 0.0;
  KernelRates wide_rates, narrow_rates;  ///< of this GPU, with the pool's relative speed
  double gemm_factor = 1.0;              ///< generation: training step over kernel tables
  double low_factor = 1.0;               ///< efficiency of a step's low precision over its table's
  double attention_share = 0.0;
  double attention_backward = 0.0, attention_sink = 1.0;  ///< shares of attention_share
  double unfused_gemm = 0.0, unfused_bytes = 0.0, unfused_misaligned = 1.0;
  bool low_precision = false;  ///< fp8 and narrower
  bool block_scaled = false;
  double element_bytes = 2.0;  ///< of a low-precision operand; 2 for bf16 and fp16, 4 for fp32
  double wide_bytes = 2.0;     ///< of an activation: 2, 4 for fp32
  bool measured = false;       ///< kernel tables of this very type, or the one it was made from, exist
  std::string sibling;         ///< whose parameters are used
};

/// Bytes a second and direction between a GPU and the memory of its host, 0 where no link is known: of a
/// superchip NVLink-C2C, which the two GPUs of those after Hopper share.
double host_link_of(const hardware::Gpu& gpu);
/// Bytes a second of the host's memory for each of its GPUs, as the vendor's servers with such a host link
/// have it (constants.h); 0 without a known link.
double host_memory_of(const hardware::Gpu& gpu);

/// Resolves a GPU type for a precision. The rate for that precision must exist (see hardware::peak).
/// Types without tables in kernel_library() use the nearest type of their maker and generation.
Device make_device(const hardware::Gpu& gpu, hardware::Precision precision, double relative_speed,
                   const Coefficients& coefficients = {}, const strategy::Software& software = {});

/// Resolves the GPU type of a pool for a precision: at the pool's relative speed and, below the power that
/// its GPUs are made for, at the clock that they sustain. The rate for that precision must exist.
Device make_device(const hardware::Pool& pool, hardware::Precision precision,
                   const Coefficients& coefficients = {}, const strategy::Software& software = {});

enum class Product { forward, input_gradient, weight_gradient };

/// Seconds of C[m, n] = A[m, k] x B[k, n]: the fitted table of the GPU type or its sibling (kernel_time.h),
/// over the factors between a kernel table and a training step; a weight gradient also writes an fp32 result
/// and runs at 0.955 of the efficiency. `low` uses the job's precision, otherwise bf16. Never below the
/// roofline.
double gemm_seconds(const Device& device, double m, double n, double k, bool low, Product product,
                    double weight_copies = 1.0, double efficiency_factor = 1.0);

/// Seconds of the forward attention core of `sequences` sequences of `length` tokens, `tensor_parallel` ways
/// split over heads and `context_parallel` over the sequence: at the shape's efficiency in the type's
/// measured table, over a share of the bf16 peak that is fitted to training runs (the tables are of inference
/// stacks that also fill a cache of keys and values). No table has the backward: 2.5 times the work at 0.6 of
/// the share, which saturates in the sequence. Unfused, both products come from the fitted table. Never below
/// the roofline.
double attention_forward_seconds(const Device& device, const model::Attention& attention, double sequences,
                                 double length, int tensor_parallel, int context_parallel, bool fused);
double attention_backward_seconds(const Device& device, const model::Attention& attention, double sequences,
                                  double length, int tensor_parallel, int context_parallel, bool fused);

/// Seconds to move `bytes` through device memory at 0.8 of the datasheet bandwidth.
double memory_seconds(const Device& device, double bytes);

}  // namespace astrolabe::cost
