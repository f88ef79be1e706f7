#pragma once
// Time of single kernels on one GPU type.

#include <cstdint>
#include <string>

#include "core/cost/coefficients.h"
#include "core/hardware/gpu.h"
#include "core/model/graph.h"

namespace astrolabe::cost {

/// Parameters of the GEMM form, fitted to measured products of one GPU type (bf16).
struct GemmParameters {
  const char* gpu;    ///< catalogue id of the measured type
  double launch_us;   ///< t0
  double efficiency;  ///< emax
  double small_k;     ///< ak: loss with a short contraction
  double small_mn;    ///< am: loss with few output tiles
  double wave;        ///< w: weight of tile and wave quantisation
  double large;       ///< dr: loss of efficiency in very large products (power limit)
};

/// All that kernel times need of one GPU, resolved once per pool.
struct Device {
  double peak_bf16 = 0.0;  ///< operations a second; fp32 jobs: the fp32 matrix rate
  double peak = 0.0;       ///< in the job's precision
  double bandwidth = 0.0;  ///< datasheet bytes a second
  double multiprocessors = 0.0;
  double pcie = 0.0;  ///< bytes a second, 0 when unknown
  GemmParameters gemm{};
  double gemm_factor = 1.0;  ///< generation: training step over kernel tables
  double low_factor = 1.0;   ///< efficiency of the low precision relative to bf16's
  double attention_share = 0.0;
  double attention_backward = 0.0, attention_sink = 1.0;  ///< shares of attention_share
  double unfused_gemm = 0.0, unfused_bytes = 0.0, unfused_misaligned = 1.0;
  bool low_precision = false;  ///< fp8 and narrower
  bool block_scaled = false;
  double element_bytes = 2.0;  ///< of a low-precision operand; 2 for bf16 and fp16, 4 for fp32
  double wide_bytes = 2.0;     ///< of an activation: 2, 4 for fp32
  bool measured = false;       ///< kernel tables of this very type exist
  std::string sibling;         ///< whose parameters are used
};

/// Resolves a GPU type for a precision. The rate for that precision must exist (see hardware::peak).
/// Types without tables use the nearest type of their maker and generation.
Device make_device(const hardware::Gpu& gpu, hardware::Precision precision, double relative_speed,
                   const Coefficients& coefficients = {}, const strategy::Software& software = {});

enum class Product { forward, input_gradient, weight_gradient };

/// Seconds of C[m, n] = A[m, k] x B[k, n]:
///   tc = 2mnk / peak, tm = bytes / (0.85 bandwidth), t = t0 + (tc'^2.2 + tm^2.2)^(1/2.2), tc' = tc q / ec
/// with wave quantisation q and an efficiency ec that falls with small k, few tiles and very large products.
/// `low` uses the job's precision, otherwise bf16. Source: fit to measured products of nine GPU types, see
/// core/cost/README.md.
double gemm_seconds(const Device& device, double m, double n, double k, bool low, Product product,
                    double weight_copies = 1.0, double efficiency_factor = 1.0);

/// Seconds of the forward attention core of `sequences` sequences of `length` tokens, `tensor_parallel` ways
/// split over heads and `context_parallel` over the sequence; backward is 2.5 times the work at 0.6 of the
/// share.
double attention_forward_seconds(const Device& device, const model::Attention& attention, double sequences,
                                 double length, int tensor_parallel, int context_parallel, bool fused);
double attention_backward_seconds(const Device& device, const model::Attention& attention, double sequences,
                                  double length, int tensor_parallel, int context_parallel, bool fused);

/// Seconds to move `bytes` through device memory at 0.8 of the datasheet bandwidth.
double memory_seconds(const Device& device, double bytes);

}  // namespace astrolabe::cost
