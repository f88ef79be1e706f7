#pragma once
// Times of inference kernels in us, as forms with constants by generation. Bytes over GB/s·1e3 and operations
// over TFLOP/s·1e6 are us. Source of the forms: shared specification "Serving plans", section 3, fitted to
// AIConfigurator's tables.

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/serving/data_type.h"
#include "core/serving/engine.h"
#include "core/serving/kernel_ratios.h"
#include "core/serving/machine.h"

namespace astrolabe::serving {

struct ProductConstants {
  double launch_us = 0.0, bandwidth_share = 0.0, compute_share = 0.0;
  bool operator==(const ProductConstants&) const = default;
};

struct DecodeConstants {
  double launch_us = 0.0, bandwidth_share = 0.0, cold_us = 0.0;
  bool operator==(const DecodeConstants&) const = default;
};

struct ReduceConstants {
  double latency_us = 0.0, rank_us = 0.0, bandwidth_share = 0.0, root_us = 0.0;
  bool operator==(const ReduceConstants&) const = default;
};

/// resources/serving/kernels.json, one row a generation.
struct KernelConstants {
  std::array<ProductConstants, kDataTypes> product;  ///< weights alone: as bf16
  std::array<bool, kDataTypes> native{};             ///< the generation multiplies in that type
  DecodeConstants decode;
  double fp8_cache = 1.0;   ///< of the bandwidth where keys and values are fp8
  double prefill = 0.5;     ///< share of the bf16 peak
  ProductConstants latent;  ///< compute_share is that of bf16 products
  ReduceConstants all_reduce;
  bool operator==(const KernelConstants&) const = default;
};

/// Of the fused experts kernel: resources/serving/experts.json.
struct ExpertConstants {
  double launch_us = 0.0, bandwidth_share = 0.0, compute_share = 0.0;
  double padding_rows = 0.0;   ///< of an active expert
  double expert_us = 0.0;      ///< an active expert
  double token_traffic = 0.0;  ///< times its tokens' bytes
  double peak_tflops = 0.0;    ///< that compute_share is of
  bool operator==(const ExpertConstants&) const = default;
};

/// Forms of one GPU type fitted to own tables; what these lack is as its generation has it.
struct OwnKernels {
  KernelConstants constants;
  std::map<std::string, ExpertConstants, std::less<>> experts;  ///< dtype|runtime; no peak rate
  bool operator==(const OwnKernels&) const = default;
};

const KernelConstants& kernel_constants(Generation generation);
/// Its own ones, else those of its generation.
const KernelConstants& kernels_of(const Machine& machine);
/// Of the type itself, else of a sibling of its generation, else of the generation nearest to it.
ExpertConstants expert_constants(const Machine& machine, DataType type, Runtime runtime);
/// The row of the tables of experts that stands for them; empty where none does.
struct ExpertRow {
  std::string gpu, dtype, runtime;
};
ExpertRow expert_row(const Machine& machine, DataType type, Runtime runtime);
/// Types of a generation that stand for each other in tables of kernels, nearest first.
std::vector<std::string> gpus_like(const Machine& machine);

constexpr double cube(double x) { return x * x * x; }

/// A product [tokens, inputs] x [inputs, outputs] whose token count alone is open.
/// launch + (bytes^3 + operations^3 + (0.0005 inputs)^3)^(1/3), each as its time.
struct ProductForm {
  double count = 1.0;
  double launch_us = 0.0;
  double weight_us = 0.0, token_us = 0.0;  ///< memory: of the weights, of one token
  double work_us = 0.0;                    ///< operations of one token
  double depth_cubed = 0.0;
  double few_rows = 0.0;  ///< times that few rows miss the compute rate, beyond once; half at 128 rows
  RowRatios ratios{};     ///< of the measured kernel over this form, less 1

  double us(double tokens) const {
    const double work = std::fmax(tokens, kLeastRows) * work_us * (1.0 + few_rows / (1.0 + tokens / 128.0));
    return count * (launch_us + std::cbrt(cube(weight_us + tokens * token_us) + cube(work) + depth_cubed));
  }
  /// The time as it was measured; `place`: row_place(tokens).
  double us(double tokens, GridPlace place) const { return us(tokens) * (1.0 + value_at(ratios, place)); }
  static constexpr double kLeastRows = 16.0;
};

/// `launch_scale`: launches in place against the tables; `quantise`: of the 2 us that quantising takes.
ProductForm product_form(const Machine& machine, DataType type, double outputs, double inputs,
                         double launch_scale, double quantise);

/// Attention of `batch` queries over `context` keys and values each, heads of one rank:
/// launch + 2 batch kv_heads/SM + bytes/(share BW) + cold min(1, bytes/L2);
/// bytes 2 b c kv hd e + 4 b a hd. `launch_scale` of launches, `share` of the bandwidth.
inline double decode_attention_us(const Machine& machine, const DecodeConstants& constants, double share,
                                  double launch_scale, double batch, double context, double heads,
                                  double kv_heads, double head_dim, double cache_bytes) {
  const double bytes =
      2.0 * batch * context * kv_heads * head_dim * cache_bytes + 4.0 * batch * heads * head_dim;
  return constants.launch_us * launch_scale + 2.0 * batch * kv_heads / machine.sm_count +
         bytes / (share * machine.gb_per_s * 1e3) +
         constants.cold_us * std::fmin(1.0, bytes / (machine.l2_mb * 1e6));
}

/// All-reduce of `bytes` over `ranks` within a domain, in a graph; 0 for one rank. `rate`: of its transfer.
inline double all_reduce_us(const Machine& machine, const ReduceConstants& constants, int ranks, double bytes,
                            double rate = 1.0) {
  if (ranks <= 1) return 0.0;
  const double latency = constants.latency_us + constants.rank_us * (ranks - 2);
  const double transfer =
      rate * 2.0 * (ranks - 1) / ranks * bytes / (constants.bandwidth_share * machine.link_gb_per_s * 1e3);
  double us =
      std::sqrt(latency * latency + transfer * transfer) + constants.root_us * std::sqrt(bytes) * 1e-3;
  if (ranks > machine.domain) {
    const double nodes = std::ceil(static_cast<double>(ranks) / machine.domain);
    us += 10.0 + 16.0 * std::log2(nodes) +
          2.0 * (nodes - 1.0) / nodes * bytes / (machine.domain * machine.network_gb_per_s * 1e3);
  }
  return us;
}

/// Expected distinct experts of `local` ones (of `experts`) that `tokens` tokens of `top_k` each visit.
inline double distinct_experts(double local, double experts, double top_k, double tokens) {
  if (top_k >= experts) return local;
  return local * -std::expm1(tokens * std::log1p(-top_k / experts));
}

/// Expected distinct experts where half of them are chosen 1 + `skew` times as often as the mean, the others
/// 1 - `skew`.
inline double distinct_experts(double local, double experts, double top_k, double tokens, double skew) {
  if (top_k >= experts) return local;
  const double share = top_k / experts;
  const double missed_often = std::exp(tokens * std::log1p(-std::fmin(0.999, share * (1.0 + skew))));
  const double missed_seldom = std::exp(tokens * std::log1p(-share * (1.0 - skew)));
  return local * (1.0 - 0.5 * (missed_often + missed_seldom));
}

/// Distinct experts of the fullest of `ranks` ranks: mean + sqrt(2 ln ranks) sqrt(mean (1 - mean/local)).
inline double fullest_experts(double mean, double local, int ranks) {
  if (ranks <= 1) return mean;
  return std::fmin(local, mean + std::sqrt(2.0 * std::log(ranks)) *
                                     std::sqrt(std::fmax(0.0, mean * (1.0 - mean / local))));
}

}  // namespace astrolabe::serving
