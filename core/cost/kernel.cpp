#include "core/cost/kernel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/text.h"
#include "core/cost/constants.h"

namespace astrolabe::cost {

namespace {

// bf16 sets of eight parameters, used as a set: median-like fit to 2,500 products of each type.
constexpr std::array kMeasured{
    GemmParameters{"a100-sxm-80", 4.31, 0.815, 1.59, 0.0003, 0.24, -0.001},
    GemmParameters{"h100-sxm", 2.67, 0.842, 2.18, 0.0006, 0.24, 0.024},
    GemmParameters{"h200-sxm", 2.74, 0.856, 2.22, 0.0065, 0.18, 0.035},
    GemmParameters{"b200-sxm", 2.22, 0.756, 1.32, 0.0069, 0.43, 0.036},
    GemmParameters{"b300-sxm", 2.06, 0.785, 0.68, 0.0111, 0.34, 0.041},
    GemmParameters{"gb200", 2.24, 0.728, 0.78, 0.0050, 0.41, 0.042},
    GemmParameters{"gb300", 2.22, 0.801, 1.31, 0.3592, 0.00, 0.019},
    GemmParameters{"rtx-pro-6000-server", 2.76, 0.847, 0.75, 0.0003, 0.05, -0.020},
    GemmParameters{"arc-pro-b60", 24.43, 0.987, 0.68, 0.0003, 0.53, 0.030},
};

const GemmParameters& measured(std::string_view id) {
  for (const GemmParameters& row : kMeasured)
    if (id == row.gpu) return row;
  return kMeasured[1];
}

struct Sibling {
  std::string_view id;
  double gemm_factor;
  double attention;
  double fp4;  ///< share of the nvfp4 peak over that of the others
};

/// The measured type whose parameters a GPU uses, by maker and generation.
Sibling sibling_of(const hardware::Gpu& gpu, const Coefficients& c) {
  const std::string arch = lower(gpu.architecture);
  const auto is = [&](std::string_view part) { return arch.find(part) != std::string::npos; };
  if (is("gb202")) return {"rtx-pro-6000-server", c.gemm_rtx_pro, c.attention_blackwell, 1.0};
  if (is("blackwell ultra"))
    return {lower(gpu.form) == "superchip" ? "gb300" : "b300-sxm", c.gemm_blackwell,
            c.attention_blackwell * constants::attention_ultra, constants::fp4_ultra};
  if (is("blackwell"))
    return {lower(gpu.form) == "superchip" ? "gb200" : "b200-sxm", c.gemm_blackwell, c.attention_blackwell,
            1.0};
  if (is("hopper"))
    return {gpu.id.find("200") != std::string::npos ? "h200-sxm" : "h100-sxm", c.gemm_hopper,
            c.attention_hopper, 1.0};
  if (is("ada")) return {"a100-sxm-80", c.gemm_ada, c.attention_ampere, 1.0};
  if (is("ampere")) return {"a100-sxm-80", c.gemm_ampere, c.attention_ampere, 1.0};
  if (is("volta") || is("turing") || is("pascal"))
    return {"a100-sxm-80", c.gemm_volta, c.attention_ampere, 1.0};
  if (is("xe")) return {"arc-pro-b60", constants::assumed_gemm_other, c.attention_ampere, 1.0};
  return {"h100-sxm", constants::assumed_gemm_other, c.attention_hopper, 1.0};
}

struct Tile {
  double a, b, penalty;
};
constexpr std::array kTiles{Tile{256, 256, 0.99}, Tile{128, 256, 1.0}, Tile{256, 128, 1.0},
                            Tile{128, 128, 1.04}, Tile{64, 256, 1.04}, Tile{256, 64, 1.04},
                            Tile{64, 128, 1.15},  Tile{128, 64, 1.15}, Tile{64, 64, 1.3}};

/// Scores that a causal or windowed mask leaves, as a share of length^2.
double score_share(const model::Attention& attention, double length) {
  const double window = attention.window > 0 ? std::min<double>(attention.window, length) : length;
  if (!attention.causal) return window >= length ? 1.0 : std::min(1.0, window / length);
  const double kept = length * window - 0.5 * window * window;  // w >= s: s^2 / 2
  return kept / (length * length);
}

double core_flops(const model::Attention& attention, double sequences, double length, int tp, int cp) {
  // scores: 2 s^2 qk, context: 2 s^2 v, per head
  return sequences * length * length / cp * score_share(attention, length) * 2.0 * attention.heads / tp *
         (attention.qk_dim + attention.v_dim);
}

double fused_seconds(const Device& device, const model::Attention& attention, double flops, double length,
                     double share) {
  double efficiency = device.attention_share * share * length / (length + constants::attention_half_sequence);
  if (attention.latent) efficiency *= constants::attention_latent;
  if (attention.sink && attention.window == 0) efficiency *= device.attention_sink;
  return flops / (efficiency * device.peak_bf16);
}

double unfused_seconds(const Device& device, const model::Attention& attention, double flops,
                       double sequences, double length, int tp, int cp) {
  double efficiency = device.unfused_gemm * device.gemm.efficiency;
  if (attention.qk_dim % 8 != 0) efficiency /= device.unfused_misaligned;
  // Unmasked: the products compute the whole square.
  const double whole = flops / score_share(attention, length);
  const double bytes = 2.0 * device.unfused_bytes * sequences * attention.heads / tp * length * length / cp;
  return whole / (efficiency * device.peak_bf16) + memory_seconds(device, bytes);
}

}  // namespace

Device make_device(const hardware::Gpu& gpu, hardware::Precision precision, double relative_speed,
                   const Coefficients& coefficients, const strategy::Software& software) {
  using hardware::Precision;
  Device device;
  const Sibling sibling = sibling_of(gpu, coefficients);
  device.gemm = measured(sibling.id);
  device.sibling = sibling.id;
  device.measured = sibling.id == gpu.id;
  device.gemm_factor = sibling.gemm_factor;
  device.attention_share = sibling.attention;
  if (lower(gpu.architecture).find("hopper") != std::string::npos) {
    if (software.attention == strategy::AttentionKernel::early)
      device.attention_share = coefficients.attention_hopper_early;
    if (software.attention == strategy::AttentionKernel::flash_2)
      device.attention_share = constants::attention_hopper_flash_2;
  }
  device.attention_backward = coefficients.attention_backward;
  device.attention_sink = software.year < constants::attention_sink_year ? coefficients.attention_sink : 1.0;
  device.unfused_gemm = coefficients.unfused_gemm;
  device.unfused_bytes = coefficients.unfused_bytes;
  device.unfused_misaligned = coefficients.unfused_misaligned;
  const auto rate = [&](Precision which) { return hardware::peak(gpu, which); };
  device.peak = rate(precision).value_or(FlopsPerSecond{}).value * relative_speed;
  const auto wide = precision == Precision::fp32 ? rate(Precision::fp32)
                    : rate(Precision::bf16)      ? rate(Precision::bf16)
                                                 : rate(Precision::fp16);
  device.peak_bf16 = wide ? wide->value * relative_speed : device.peak;
  device.bandwidth = gpu.memory_bandwidth.value_or(BytesPerSecond{}).value * relative_speed;
  device.multiprocessors =
      gpu.sm_count.value_or(gpu.architecture.find("Blackwell") != std::string::npos ? 148 : 108);
  device.pcie = gpu.pcie.value_or(BytesPerSecond{}).value;
  if (precision == Precision::fp32) device.element_bytes = device.wide_bytes = 4.0;
  switch (precision) {
    case Precision::fp8:
    case Precision::fp8_block:
    case Precision::mxfp8:
      device.low_precision = true;
      device.element_bytes = 1.0;
      device.block_scaled = precision != Precision::fp8;
      break;
    case Precision::nvfp4:
      device.low_precision = true;
      device.element_bytes = 0.5;
      device.low_factor = sibling.fp4;
      device.block_scaled = true;
      break;
    default:
      break;
  }
  return device;
}

double gemm_seconds(const Device& device, double m, double n, double k, bool low, Product product,
                    double weight_copies, double efficiency_factor) {
  if (m <= 0.0 || n <= 0.0 || k <= 0.0) return 0.0;
  const bool narrow = low && device.low_precision;
  const GemmParameters& p = device.gemm;
  const double sms = device.multiprocessors;
  const double flops = 2.0 * m * n * k;
  const double peak = low ? device.peak : device.peak_bf16;
  const double in_bytes = narrow ? device.element_bytes : device.wide_bytes;
  const double out_bytes = product == Product::weight_gradient ? 4.0 : device.wide_bytes;
  const double weights = product == Product::weight_gradient ? m * n * out_bytes * weight_copies
                                                             : k * n * in_bytes * weight_copies;
  const double bytes = product == Product::weight_gradient ? in_bytes * (m * k + n * k) + weights
                                                           : in_bytes * m * k + out_bytes * m * n + weights;
  double q = 1e300;
  for (const Tile& tile : kTiles) {
    const double waves = std::ceil(std::ceil(m / tile.a) * std::ceil(n / tile.b) / sms);
    q = std::min(q, tile.penalty * waves * tile.a * tile.b * sms / (m * n));
  }
  q = std::max(1.0, 1.0 + p.wave * (q - 1.0));
  const double small_k = (narrow ? 2.0 : 1.0) * p.small_k;
  double efficiency = p.efficiency * device.gemm_factor * efficiency_factor /
                      ((1.0 + small_k * 64.0 / k) * (1.0 + p.small_mn * (65536.0 / (m * n)) * (sms / 8.0)));
  if (flops > 1e11) efficiency *= std::pow(flops / 1e11, -p.large);
  if (narrow) efficiency *= device.low_factor;
  if (product == Product::weight_gradient) efficiency *= constants::weight_gradient;
  const double compute = flops / peak * q / std::min(efficiency, 1.0);
  const double memory = bytes / (constants::gemm_memory_share * device.bandwidth);
  const double power = constants::gemm_overlap_power;
  const double longer = std::max(compute, memory);
  const double ratio = std::min(compute, memory) / longer;
  return p.launch_us * 1e-6 + longer * std::pow(1.0 + std::pow(ratio, power), 1.0 / power);
}

double attention_forward_seconds(const Device& device, const model::Attention& attention, double sequences,
                                 double length, int tp, int cp, bool fused) {
  const double flops = core_flops(attention, sequences, length, tp, cp);
  return fused ? fused_seconds(device, attention, flops, length, 1.0)
               : unfused_seconds(device, attention, flops, sequences, length, tp, cp);
}

double attention_backward_seconds(const Device& device, const model::Attention& attention, double sequences,
                                  double length, int tp, int cp, bool fused) {
  const double flops = core_flops(attention, sequences, length, tp, cp);
  return fused ? fused_seconds(device, attention, 2.5 * flops, length, device.attention_backward)
               : 2.0 * unfused_seconds(device, attention, flops, sequences, length, tp, cp);
}

double memory_seconds(const Device& device, double bytes) {
  return bytes / (constants::memory_share * device.bandwidth);
}

}  // namespace astrolabe::cost
