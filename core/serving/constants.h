#pragma once
// Constants of the engines' software, one table with priors: resources/serving/constants.json.

#include <array>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::serving {

/// Rows of the table, in its order.
enum class Constant {
  launch_trt,
  launch_sglang,
  launch_vllm,
  launch_old_trt,
  quantise_trt,
  quantise_sglang,
  quantise_vllm,
  small_kernels,
  small_kernel_us,
  all_reduce,
  decode_hopper,
  decode_blackwell,
  decode_ampere,
  decode_cdna3,
  prefill_hopper,
  prefill_blackwell,
  prefill_ampere,
  prefill_cdna3,
  experts_trt,
  experts_sglang,
  experts_vllm,
  experts_launch,
  experts_prefill,
  rank_imbalance,
  attention_rank_imbalance,
  host_trt,
  host_sglang,
  host_vllm,
  host_vllm_v0,
  host_sequence_trt,
  host_sequence_sglang,
  host_sequence_vllm,
  gap_trt,
  gap_sglang,
  gap_vllm,
  gap_vllm_v0,
  gap_old_trt,
  gap_sequence_vllm_v0,
  host_layer_trt,
  host_layer_sglang,
  host_layer_vllm,
  host_experts_trt,
  host_experts_sglang,
  host_experts_vllm,
  host_latent,
  prefill_step,
  front_end,
  exchange_us,
  exchange_share,
  prompt_balance,
  v0_cdna_products,
  v0_cdna_cache,
  host_v0_cdna,
  routed_apart,
  routing_skew,
  kernel_residual,
  products_trt,
  cache_trt,
  cache_old_trt,
  reduce_cdna3,
  rows_cdna3,
  reduce_rate,
  gap_sequence_vllm,
  untuned_trt,
  untuned_sglang,
  untuned_vllm,
  untuned_block_trt,
  untuned_cdna3,
  products_block_vllm,
  prefill_attention,
  balance_wait,
  host_latent_trt,
  switch_reduce,
  front_end_trt,
  front_end_sglang,
  count
};
inline constexpr int kConstants = static_cast<int>(Constant::count);

/// Times in ms where the row says so, else us or no unit.
struct Constants {
  std::array<double, kConstants> values{};
  double operator[](Constant constant) const { return values[static_cast<std::size_t>(constant)]; }
  double& operator[](Constant constant) { return values[static_cast<std::size_t>(constant)]; }
};

/// One row: the prior of ln(value) is normal around ln(start) with `deviation`.
struct ConstantRow {
  std::string name, unit, meaning;
  double value = 0.0, start = 0.0, deviation = 0.0;
};

struct ConstantTable {
  std::string source, date;
  std::vector<ConstantRow> rows;  ///< kConstants, in order
  Constants values() const;
  Constants starts() const;
};

/// The shipped table.
const ConstantTable& shipped_constants();
/// The values of the shipped table.
const Constants& shipped_values();
/// Reads a table. Errors: a row that is missing, has another name than its place, or no positive value.
Result<ConstantTable> read_constants(const Json& json);

}  // namespace astrolabe::serving
