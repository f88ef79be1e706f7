#pragma once
// One GPU type as its datasheet tells it. An empty optional is "not known from an open source".

#include <optional>
#include <string>
#include <string_view>

#include "core/base/units.h"

namespace astrolabe::hardware {

/// Arithmetic of the matrix products of a job. Names as in the job description.
enum class Precision { bf16, fp16, fp32, fp8, fp8_block, mxfp8, nvfp4 };

/// Where a value comes from: shown beside it and listed in the report.
struct Source {
  std::string text;
  std::string date;  ///< ISO date, or a year where the source gives no day
  bool own = false;  ///< entered by the user
  bool operator==(const Source&) const = default;
};

/// "Datasheet (2024-05)"; the text alone where there is no date.
std::string dated(const Source& source);

struct Gpu {
  std::string id;
  std::string vendor, name, architecture, form;
  std::optional<int> year;
  std::optional<Bytes> memory;  ///< capacity, GiB-based
  std::optional<int> memory_gb_label;
  std::string memory_type;
  std::optional<BytesPerSecond> memory_bandwidth;
  /// Peak dense matrix rates, no structured sparsity. fp32 is the vector rate, tf32 the matrix rate of fp32
  /// data.
  std::optional<FlopsPerSecond> fp32, tf32, fp16, bf16, fp8, fp4;
  /// Not used by a plan, shown in the catalogue: vector and matrix FP64, INT8 operations.
  std::optional<FlopsPerSecond> fp64, fp64_tensor, int8;
  std::string link_type;
  std::optional<BytesPerSecond> link;  ///< to its peers inside the scale-up domain, one direction, per GPU
  std::optional<BytesPerSecond> link_both_directions;  ///< as datasheets print it
  std::optional<int> link_domain;                      ///< most GPUs in one such domain
  std::optional<int> pcie_generation;
  std::optional<BytesPerSecond> pcie;  ///< host link, one direction
  std::optional<Watts> power;
  std::optional<double> l2_mib;
  std::optional<int> sm_count;
  std::optional<int> boost_clock_mhz;
  Source source;
  std::string checked_against;  ///< columns that agree with a second source, separated by ';'
  std::string note;
  /// For a type of the user's own: id of the type that it was made from, whose measured kernels it uses while
  /// it has none of its own. Empty: it was made from no other.
  std::string like;
  bool operator==(const Gpu&) const = default;
};

/// Peak dense rate for a precision, or nothing where the type has none. fp8_block and mxfp8 run at the fp8
/// rate, nvfp4 at the fp4 rate; fp32 uses the matrix rate (tf32) where there is one.
std::optional<FlopsPerSecond> peak(const Gpu& gpu, Precision precision);

const char* to_string(Precision precision);
std::optional<Precision> precision_from(std::string_view name);

}  // namespace astrolabe::hardware
