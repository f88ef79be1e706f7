#include "core/hardware/gpu.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace astrolabe::hardware {

namespace {

constexpr std::array<std::pair<Precision, const char*>, 7> kPrecisions{{{Precision::bf16, "bf16"},
                                                                        {Precision::fp16, "fp16"},
                                                                        {Precision::fp32, "fp32"},
                                                                        {Precision::fp8, "fp8"},
                                                                        {Precision::fp8_block, "fp8_block"},
                                                                        {Precision::mxfp8, "mxfp8"},
                                                                        {Precision::nvfp4, "nvfp4"}}};

}  // namespace

std::string dated(const Source& source) {
  return source.date.empty() ? source.text : fmt::format("{} ({})", source.text, source.date);
}

std::optional<FlopsPerSecond> peak(const Gpu& gpu, Precision precision) {
  switch (precision) {
    case Precision::bf16:
      return gpu.bf16;
    case Precision::fp16:
      return gpu.fp16;
    case Precision::fp32:
      return gpu.tf32 ? gpu.tf32 : gpu.fp32;
    case Precision::fp8:
    case Precision::fp8_block:
      return gpu.fp8;
    case Precision::mxfp8:  // scales of 32 values came with products in 4 bits: Blackwell, CDNA4
      return gpu.fp4 ? gpu.fp8 : std::nullopt;
    case Precision::nvfp4:  // a format of NVIDIA's; others have MXFP4
      return gpu.vendor.empty() || gpu.vendor == "NVIDIA" ? gpu.fp4 : std::nullopt;
  }
  return std::nullopt;
}

const char* to_string(Precision precision) {
  for (const auto& [value, name] : kPrecisions)
    if (value == precision) return name;
  return "";
}

std::optional<Precision> precision_from(std::string_view name) {
  for (const auto& [value, text] : kPrecisions)
    if (name == text) return value;
  return std::nullopt;
}

}  // namespace astrolabe::hardware
