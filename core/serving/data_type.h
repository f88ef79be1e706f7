#pragma once
// Number formats of weights and of the cache of keys and values.

#include <optional>
#include <string_view>

namespace astrolabe::serving {

/// int8, int4 and mxfp4 are of the weights alone: products run in bf16.
enum class DataType { bf16, fp8, fp8_block, nvfp4, mxfp4, int8, int4 };

inline constexpr int kDataTypes = 7;

/// Bytes of an element, scales included.
constexpr double bytes_of(DataType type) {
  switch (type) {
    case DataType::bf16:
      return 2.0;
    case DataType::fp8:
    case DataType::fp8_block:
    case DataType::int8:
      return 1.0;
    case DataType::nvfp4:
      return 0.5625;  // a scale of one byte for 16 elements
    case DataType::mxfp4:
      return 0.53125;  // a scale of one byte for 32
    case DataType::int4:
      return 0.53125;
  }
  return 2.0;
}

constexpr bool weights_alone(DataType type) {
  return type == DataType::mxfp4 || type == DataType::int8 || type == DataType::int4;
}

const char* to_string(DataType type);
/// By the names of a job: bf16, fp16 (is bf16 here), fp8, fp8_block, mxfp8 (is fp8_block), nvfp4, mxfp4,
/// int8, int4.
std::optional<DataType> data_type_from(std::string_view name);

}  // namespace astrolabe::serving
