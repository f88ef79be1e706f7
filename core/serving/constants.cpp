#include "core/serving/constants.h"

#include "core/base/error_codes.h"
#include "core/serving/resources.h"

namespace astrolabe::serving {

namespace {

constexpr std::array<const char*, kConstants> kConstantNames{"launch_trt",
                                                             "launch_sglang",
                                                             "launch_vllm",
                                                             "launch_old_trt",
                                                             "quantise_trt",
                                                             "quantise_sglang",
                                                             "quantise_vllm",
                                                             "small_kernels",
                                                             "small_kernel_us",
                                                             "all_reduce",
                                                             "decode_hopper",
                                                             "decode_blackwell",
                                                             "decode_ampere",
                                                             "decode_cdna3",
                                                             "prefill_hopper",
                                                             "prefill_blackwell",
                                                             "prefill_ampere",
                                                             "prefill_cdna3",
                                                             "experts_trt",
                                                             "experts_sglang",
                                                             "experts_vllm",
                                                             "experts_launch",
                                                             "experts_prefill",
                                                             "rank_imbalance",
                                                             "attention_rank_imbalance",
                                                             "host_trt",
                                                             "host_sglang",
                                                             "host_vllm",
                                                             "host_vllm_v0",
                                                             "host_sequence_trt",
                                                             "host_sequence_sglang",
                                                             "host_sequence_vllm",
                                                             "gap_trt",
                                                             "gap_sglang",
                                                             "gap_vllm",
                                                             "gap_vllm_v0",
                                                             "gap_old_trt",
                                                             "gap_sequence_vllm_v0",
                                                             "host_layer_trt",
                                                             "host_layer_sglang",
                                                             "host_layer_vllm",
                                                             "host_experts_trt",
                                                             "host_experts_sglang",
                                                             "host_experts_vllm",
                                                             "host_latent",
                                                             "prefill_step",
                                                             "front_end",
                                                             "exchange_us",
                                                             "exchange_share",
                                                             "prompt_balance",
                                                             "v0_cdna_products",
                                                             "v0_cdna_cache",
                                                             "host_v0_cdna",
                                                             "routed_apart",
                                                             "routing_skew",
                                                             "kernel_residual",
                                                             "products_trt",
                                                             "cache_trt",
                                                             "cache_old_trt",
                                                             "reduce_cdna3",
                                                             "rows_cdna3",
                                                             "reduce_rate",
                                                             "gap_sequence_vllm",
                                                             "untuned_trt",
                                                             "untuned_sglang",
                                                             "untuned_vllm",
                                                             "untuned_block_trt",
                                                             "untuned_cdna3",
                                                             "products_block_vllm",
                                                             "prefill_attention",
                                                             "balance_wait",
                                                             "host_latent_trt",
                                                             "switch_reduce",
                                                             "front_end_trt",
                                                             "front_end_sglang"};

}  // namespace

Constants ConstantTable::values() const {
  Constants constants;
  for (std::size_t i = 0; i < rows.size(); ++i) constants.values[i] = rows[i].value;
  return constants;
}

Constants ConstantTable::starts() const {
  Constants constants;
  for (std::size_t i = 0; i < rows.size(); ++i) constants.values[i] = rows[i].start;
  return constants;
}

Result<ConstantTable> read_constants(const Json& json) {
  ObjectReader reader(json, "");
  ConstantTable table;
  reader.string("title", "");
  table.source = reader.string("source");
  table.date = reader.string("date");
  if (const Json* rows = reader.array("constants")) {
    for (std::size_t i = 0; i < rows->size(); ++i) {
      ObjectReader row((*rows)[i], "constants[" + std::to_string(i) + "]");
      ConstantRow read;
      read.name = row.string("name");
      read.value = row.positive("value");
      read.start = row.positive("start");
      read.deviation = row.positive("deviation");
      read.unit = row.string("unit", "");
      read.meaning = row.string("meaning", "");
      if (i >= kConstantNames.size() || read.name != kConstantNames[i])
        row.mistake(code::out_of_range, "name", read.name,
                    {Wanted::Kind::one_of, {i < kConstantNames.size() ? kConstantNames[i] : "no more rows"}});
      row.finish_into(reader);
      table.rows.push_back(std::move(read));
    }
    if (table.rows.size() < kConstantNames.size())
      reader.mistake(code::missing_key, "constants", "",
                     {Wanted::Kind::field, {kConstantNames[table.rows.size()]}});
  } else {
    reader.mistake(code::missing_key, "constants", "", {Wanted::Kind::field, {"constants"}});
  }
  if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
  return table;
}

const ConstantTable& shipped_constants() {
  static const ConstantTable table = [] {
    auto read = read_constants(resource("constants"));
    return read ? std::move(*read) : ConstantTable{};
  }();
  return table;
}

const Constants& shipped_values() {
  static const Constants values = shipped_constants().values();
  return values;
}

}  // namespace astrolabe::serving
