#pragma once
// What weight files say about themselves: the header of a .safetensors file and model.safetensors.index.json.
// Only headers are read, never weights; a file cut off after its header is as good as a whole one.
// Source of the layout: https://github.com/huggingface/safetensors, "Format": 8 bytes little-endian length,
// that many bytes of JSON, then the data.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/model/architecture.h"

namespace astrolabe::model {

/// One tensor of a weight file.
struct HeaderTensor {
  std::string name;
  std::string dtype;  ///< "BF16", "F8_E4M3", …
  std::vector<std::int64_t> shape;
};

/// The tensors of one .safetensors file, in the order of its header. Errors: cannot_read, bad_header.
Result<std::vector<HeaderTensor>> read_safetensors_header(const std::string& path);

/// Parameters found in weights.
struct WeightCount {
  std::int64_t parameters = 0;
  bool comparable = true;  ///< false when the weights are packed (4-bit formats) or the index gives no count
  std::string from;        ///< file name
  bool by_bytes = false;   ///< from the index's total alone: what is stored beside the model is in it
  /// What is stored beside the model, by name: "scales", "buffers", "vision", …
  std::vector<std::pair<std::string, std::int64_t>> beside{};
};

/// Counts the parameters of a .safetensors file or, through its index, of all shards. Shards that are missing
/// are no error: the index's own total (bytes over bytes per parameter of `architecture`'s torch_dtype) is
/// used then. Told apart: scales of quantisation, buffers, task heads, tied copies, multi-token-prediction
/// modules, and towers where the architecture has none.
Result<WeightCount> count_weights(const std::string& path, const Architecture& architecture);

/// Compares `weights` with the derived total: notes the count as field "weights", with what is stored beside
/// the model and which parts make up a difference to the last parameter; a warning (count_mismatch) where a
/// part is not stored. Returns an error (count_mismatch) for a difference that no such part explains. Bytes
/// alone do not tell the types of all tensors: up to 0.5 % may be of a wider type.
[[nodiscard]] std::optional<Error> compare_weights(const WeightCount& weights, Architecture& architecture);

}  // namespace astrolabe::model
