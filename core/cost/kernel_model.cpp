#include "core/cost/kernel_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/text.h"

namespace astrolabe::cost {

namespace {

struct Tile {
  double a, b, penalty;
};
constexpr std::array kTiles{Tile{256, 256, 0.99}, Tile{128, 256, 1.0}, Tile{256, 128, 1.0},
                            Tile{128, 128, 1.04}, Tile{64, 256, 1.04}, Tile{256, 64, 1.04},
                            Tile{64, 128, 1.15},  Tile{128, 64, 1.15}, Tile{64, 64, 1.3}};

/// (x^p + y^p)^(1/p) without overflow.
double power_sum(double x, double y, double power) {
  const double longer = std::max(x, y);
  if (longer <= 0.0) return 0.0;
  return longer * std::pow(1.0 + std::pow(std::min(x, y) / longer, power), 1.0 / power);
}

}  // namespace

double boost_ratio(const hardware::Gpu& gpu, double peak) {
  if (!gpu.sm_count || !gpu.boost_clock_mhz || peak <= 0.0) return 1.0;
  const double cycles = *gpu.sm_count * (*gpu.boost_clock_mhz * 1e6);
  // Datasheets round: a count just above a power of two still means it.
  constexpr double rounding = 0.98;
  const double per_cycle = std::exp2(std::ceil(std::log2(peak / cycles * rounding)));
  const double ratio = per_cycle * cycles / peak;
  // A datasheet peak is given at a clock near the boost; a larger gap is a count that is no power of two.
  constexpr double most = 1.25;
  return ratio >= 1.0 && ratio <= most ? ratio : 1.0;
}

KernelRates kernel_rates(const hardware::Gpu& gpu, const std::string& dtype) {
  using hardware::Precision;
  KernelRates rates;
  const auto precision = hardware::precision_from(dtype);
  auto peak = hardware::peak(gpu, precision.value_or(Precision::bf16));
  if (!peak) peak = gpu.bf16 ? gpu.bf16 : gpu.fp16;
  rates.peak = peak.value_or(FlopsPerSecond{}).value;
  rates.boost = boost_ratio(gpu, rates.peak);
  rates.bandwidth = gpu.memory_bandwidth.value_or(BytesPerSecond{}).value;
  // No open source states the count of some Blackwell types: their dies have 148.
  constexpr double assumed_blackwell = 148.0;
  constexpr double assumed_other = 108.0;
  rates.multiprocessors = gpu.sm_count.value_or(
      gpu.architecture.find("Blackwell") != std::string::npos ? assumed_blackwell : assumed_other);
  rates.cache_bytes = gpu.l2_mib.value_or(0.0) * 1024.0 * 1024.0;
  if (precision == Precision::fp8 || precision == Precision::fp8_block || precision == Precision::mxfp8)
    rates.in_bytes = 1.0;
  if (precision == Precision::nvfp4) rates.in_bytes = 0.5;
  if (precision == Precision::fp32) rates.in_bytes = 4.0;
  return rates;
}

double roofline_seconds(const KernelRates& rates, double flops, double bytes) {
  return std::max(flops / (rates.peak * rates.boost), (bytes - rates.cache_bytes) / rates.bandwidth);
}

double gemm_bytes(const KernelRates& rates, double m, double n, double k) {
  return rates.in_bytes * (m * k + n * k) + 2.0 * m * n;
}

double GemmForm::seconds(const KernelRates& rates, double m, double n, double k) const {
  const double sms = rates.multiprocessors;
  const double flops = 2.0 * m * n * k;
  double q = std::numeric_limits<double>::max();
  for (const Tile& tile : kTiles) {
    const double waves = std::ceil(std::ceil(m / tile.a) * std::ceil(n / tile.b) / sms);
    q = std::min(q, tile.penalty * waves * tile.a * tile.b * sms / (m * n));
  }
  q = std::max(1.0, 1.0 + wave * (q - 1.0));
  double reached =
      efficiency / ((1.0 + small_k * 64.0 / k) * (1.0 + small_mn * (65536.0 / (m * n)) * (sms / 8.0)));
  if (flops > 1e11) reached *= std::pow(flops / 1e11, -large);
  const double compute = flops / rates.peak * q / reached;
  const double traffic = gemm_bytes(rates, m, n, k) / (memory * rates.bandwidth);
  return launch_us * 1e-6 + power_sum(compute, traffic, power) + quantising_seconds(rates, m, k);
}

double GemmForm::quantising_seconds(const KernelRates& rates, double m, double k) const {
  return cast * 3.0 * m * k / rates.bandwidth;
}

double GemmForm::smooth_seconds(const KernelRates& rates, double flops, double bytes) const {
  return launch_us * 1e-6 +
         std::hypot(flops / (rates.peak * efficiency), bytes / (std::min(memory, 1.0) * rates.bandwidth));
}

double MoeForm::seconds(const KernelRates& rates, double rows, double experts, double hidden,
                        double inner) const {
  const double active = std::min(experts, rows);
  const double compute = 6.0 * (rows + 0.5 * active * block) * hidden * inner / (rates.peak * efficiency);
  const double traffic = rates.in_bytes * 3.0 * active * hidden * inner / (rates.bandwidth * memory);
  return launch_us * 1e-6 + power_sum(compute, traffic, power);
}

double MoeForm::spread_seconds(const KernelRates& rates, double pairs, double hidden, double inner) const {
  return pairs * (2.0 * (spread_hidden * hidden + spread_inner * inner) / rates.bandwidth + pair_ns * 1e-9);
}

double MoeForm::added_seconds(const KernelRates& rates, double rows, double experts, double hidden,
                              double inner) const {
  return 6.0 * (rows + 0.5 * experts * block) * hidden * inner / (rates.peak * efficiency) +
         rates.in_bytes * 3.0 * experts * hidden * inner / (rates.bandwidth * std::min(memory, 1.0));
}

double attention_flops(double heads, double sequence, double head_dim, bool causal) {
  return (causal ? 2.0 : 4.0) * heads * sequence * sequence * head_dim;
}

double attention_bytes(double heads, double kv_heads, double sequence, double head_dim) {
  return 2.0 * sequence * head_dim * (2.0 * heads + 2.0 * kv_heads);
}

double AttentionForm::seconds(const KernelRates& rates, double flops, double bytes, double sequence,
                              double heads) const {
  constexpr double block = 128.0;
  const double blocks = heads * std::ceil(sequence / block);
  const double waves = std::ceil(blocks / rates.multiprocessors) * rates.multiprocessors / blocks;
  const double reached = efficiency * sequence / (sequence + half_sequence);
  const double compute = flops / (rates.peak * reached) * (1.0 + wave * (waves - 1.0));
  return launch_us * 1e-6 + std::hypot(compute, bytes / (memory * rates.bandwidth));
}

double AttentionForm::added_seconds(const KernelRates& rates, double flops, double bytes,
                                    double sequence) const {
  const double reached = efficiency * sequence / (sequence + half_sequence);
  return flops / (rates.peak * reached) + bytes / (std::min(memory, 1.0) * rates.bandwidth);
}

double CollectiveModel::form_seconds(double bytes) const {
  return power_sum(latency_us * 1e-6, bytes / bytes_per_second, power) + root * std::sqrt(bytes);
}

const AttentionModel* KernelTables::find_attention(bool causal, int head_dim) const {
  const AttentionModel* best = nullptr;
  const auto distance = [&](const AttentionModel& model) {
    return std::fabs(std::log(static_cast<double>(model.head_dim) / head_dim));
  };
  for (const AttentionModel& model : attention)
    if (model.causal == causal && (best == nullptr || distance(model) < distance(*best))) best = &model;
  return best;
}

const MoeModel* KernelTables::find_moe(const std::string& dtype, const std::string& kernel,
                                       bool balanced) const {
  const MoeModel* best = nullptr;
  for (const MoeModel& model : moe) {
    if (model.dtype != dtype || model.balanced != balanced) continue;
    if (!kernel.empty() && model.kernel == kernel) return &model;
    if (best == nullptr || model.count > best->count) best = &model;
  }
  return best;
}

const CollectiveModel* KernelTables::find_collective(const std::string& op, int ranks) const {
  for (const CollectiveModel& model : collectives)
    if (model.op == op && model.ranks == ranks) return &model;
  return nullptr;
}

}  // namespace astrolabe::cost
