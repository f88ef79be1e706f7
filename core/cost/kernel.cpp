#include "core/cost/kernel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/text.h"
#include "core/cost/constants.h"
#include "core/cost/kernel_library.h"
#include "core/cost/kernel_time.h"
#include "core/hardware/catalogue.h"

namespace astrolabe::cost {

namespace {

struct Sibling {
  std::string_view id;
  double gemm_factor;
  double attention;
  double fp4;  ///< share of the nvfp4 peak over that of the others
};

/// The measured type whose parameters a GPU uses, by maker and generation.
Sibling sibling_of(const hardware::Gpu& gpu, const Coefficients& c) {
  const std::string arch = lower(gpu.architecture), &id = gpu.like.empty() ? gpu.id : gpu.like;
  const auto is = [&](std::string_view part) { return arch.find(part) != std::string::npos; };
  if (is("gb202")) return {"rtx-pro-6000-server", c.gemm_rtx_pro, c.attention_blackwell, 1.0};
  if (is("blackwell ultra"))
    return {lower(gpu.form) == "superchip" ? "gb300" : "b300-sxm", c.gemm_blackwell,
            c.attention_blackwell * constants::attention_ultra, constants::fp4_ultra};
  if (is("blackwell"))
    return {lower(gpu.form) == "superchip" ? "gb200" : "b200-sxm", c.gemm_blackwell, c.attention_blackwell,
            1.0};
  if (is("hopper"))
    return {id.find("200") != std::string::npos ? "h200-sxm" : "h100-sxm", c.gemm_hopper, c.attention_hopper,
            1.0};
  if (is("ada"))  // a server's card holds its power limit, where a desktop's goes beyond the boost clock
    return {"a100-sxm-80", id.find("rtx") == std::string::npos ? c.gemm_ada_server : c.gemm_ada,
            c.attention_ampere, 1.0};
  if (is("ampere")) return {"a100-sxm-80", c.gemm_ampere, c.attention_ampere, 1.0};
  if (is("volta") || is("turing") || is("pascal"))
    return {"a100-sxm-80", c.gemm_volta, c.attention_ampere, 1.0};
  if (is("cdna")) return {"h100-sxm", c.gemm_amd, c.attention_amd, 1.0};
  if (is("gaudi")) return {"h100-sxm", c.gemm_gaudi, constants::attention_gaudi, 1.0};
  if (is("xe")) return {"arc-pro-b60", constants::assumed_gemm_other, c.attention_ampere, 1.0};
  return {"h100-sxm", constants::assumed_gemm_other, c.attention_hopper, 1.0};
}

/// Scores that a causal or windowed mask, or one of chunks, leaves, as a share of length^2.
double score_share(const model::Attention& attention, double length) {
  if (attention.chunk > 0)
    return std::min<double>(attention.chunk, length) / length * (attention.causal ? 0.5 : 1.0);
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

/// Efficiency of the type's measured table for these heads and lengths over that of the heads and tokens to
/// which attention_share belongs; without a table it saturates in the sequence. A window works like as many
/// sequences of its length.
double shape_efficiency(const Device& device, const model::Attention& attention, double sequences,
                        double length, int tp) {
  const AttentionModel* model = device.tables->find_attention(attention.causal, attention.qk_dim);
  if (model == nullptr) return length / (length + constants::attention_half_sequence);
  const int seen = attention.chunk > 0 ? attention.chunk : attention.window;
  const double window = seen > 0 ? std::min<double>(seen, length) : length;
  const double heads = std::max(1.0, sequences * attention.heads / tp) * length / window;
  const double group = std::max(1.0, static_cast<double>(attention.heads) / attention.kv_heads);
  const auto rate = [&](double of_heads, double of_group, double tokens) {
    return of_heads * tokens * tokens /
           attention_model_seconds(*model, model->rates, of_heads, of_group, tokens, model->head_dim);
  };
  return rate(heads, group, window) /
         rate(constants::attention_reference_heads, 1.0, constants::attention_reference_tokens);
}

/// Seconds of `work` times the core's operations at `efficiency`, but for what every kind of attention has.
/// Every rank reads its queries, all keys and values, and writes its part of the result.
double fused_seconds(const Device& device, const model::Attention& attention, double sequences, double length,
                     int tp, int cp, double work, double efficiency) {
  const double flops = core_flops(attention, sequences, length, tp, cp);
  efficiency *= device.attention_share;
  if (attention.latent) efficiency *= constants::attention_latent;
  if (attention.sink && attention.window == 0) efficiency *= device.attention_sink;
  const double bytes = device.wide_bytes * sequences * length / tp * (attention.qk_dim + attention.v_dim) *
                       (static_cast<double>(attention.heads) / cp + attention.kv_heads);
  return std::max(work * flops / (efficiency * device.peak_bf16),
                  roofline_seconds(device.wide_rates, work * flops, bytes));
}

/// Scores and context as two products of the fitted table, every head's queries its rows, and the traffic of
/// the scores. Unmasked: the products compute the whole square.
double unfused_seconds(const Device& device, const model::Attention& attention, double sequences,
                       double length, int tp, int cp) {
  const double heads = sequences * attention.heads / tp;
  const double rows = heads * length / cp;
  const auto product = [&](double n, double k) {
    if (n <= 0.0) return 0.0;  // scores alone
    const double seconds = gemm_model_seconds(*device.products, device.wide_rates, rows, n, k) /
                           (device.unfused_gemm * device.gemm_factor);
    return std::max(seconds, roofline_seconds(device.wide_rates, 2.0 * rows * n * k, 0.0));
  };
  double products = product(length, attention.qk_dim) + product(attention.v_dim, length);
  if (attention.qk_dim % 8 != 0) products *= device.unfused_misaligned;
  return products + memory_seconds(device, 2.0 * device.unfused_bytes * heads * length * length / cp);
}

/// Whose table the products of a low precision take, where the type has it: their own. No table has mxfp8,
/// which training runs in the library of the 16-bit table: its shape at mxfp8's rate.
const char* narrow_table(hardware::Precision precision) {
  using hardware::Precision;
  if (precision == Precision::mxfp8) return "";
  return hardware::to_string(precision);
}

/// Share of its peak that a table reaches at a large product.
double reference_share(const GemmModel& table) {
  const double edge = constants::product_reference_edge;
  return 2.0 * std::pow(edge, 3.0) / table.rates.peak /
         gemm_model_seconds(table, table.rates, edge, edge, edge);
}

/// What a step's products in nvfp4 reach of the table's efficiency. The shipped tables are of a kernel that
/// was not tuned (core/cost/README.md); training runs the vendor's library, which comes to the share of the
/// peak that it has in 16 bits: `fp4` of it on this type. A table of the user's own holds as it is.
double fp4_level(const Device& device, double fp4) {
  if (device.narrow_products == device.products) return fp4;
  if (device.narrow_products->own) return 1.0;
  return fp4 * reference_share(*device.products) / reference_share(*device.narrow_products);
}

/// Points the device at its tables and sets what depends on them.
void choose_tables(Device& device, const hardware::Gpu& gpu, hardware::Precision precision, double speed) {
  using hardware::Precision;
  const auto rates = [&](Precision of) {
    KernelRates found = kernel_rates(gpu, hardware::to_string(of));
    found.peak *= speed;
    found.bandwidth *= speed;
    return found;
  };
  const auto table = [&](const char* dtype) -> const GemmModel* {
    const auto found = device.tables->gemm.find(dtype);
    return found == device.tables->gemm.end() ? nullptr : &found->second;
  };
  device.wide_rates = rates(precision == Precision::fp32 ? Precision::fp32 : Precision::bf16);
  if (device.wide_rates.peak <= 0.0) device.wide_rates.peak = device.peak_bf16;  // only low rates are known
  device.narrow_rates = device.low_precision ? rates(precision) : device.wide_rates;
  device.products = table(precision == Precision::fp16 && table("fp16") != nullptr ? "fp16" : "bf16");
  device.narrow_products = device.low_precision ? table(narrow_table(precision)) : nullptr;
  if (device.narrow_products == nullptr) device.narrow_products = device.products;
  // Collectives of a type or sibling whose GPUs are joined as these are. Shipped tables over PCIe hold for
  // the one host that they were measured on.
  const hardware::Gpu* measured =
      device.tables->gpu == gpu.id ? &gpu : hardware::Catalogue::built_in().find_gpu(device.tables->gpu);
  if (measured == nullptr || !measured->link) return;
  const auto joined = [](const hardware::Gpu& type) {
    return type.link_type.find("NVLink") != std::string::npos;
  };
  if (device.tables->own_collectives || (joined(*measured) && joined(gpu)))
    device.table_link = measured->link->value;
}

}  // namespace

double host_link_of(const hardware::Gpu& gpu) {
  if (!gpu.pcie) return 0.0;
  if (lower(gpu.form) != "superchip") return gpu.pcie->value;
  return constants::host_link_grace / (lower(gpu.architecture) == "hopper" ? 1.0 : 2.0);
}

double host_memory_of(const hardware::Gpu& gpu) {
  if (!gpu.pcie) return 0.0;
  if (lower(gpu.form) == "superchip")  // one Grace for a Hopper, for two of those after it
    return constants::host_memory_grace / (lower(gpu.architecture) == "hopper" ? 1.0 : 2.0);
  // Payload of 16 lanes by generation, and what a link that is not quite one of them belongs to.
  const double gb = gpu.pcie->value / 1e9;
  if (gb < 24.0) return constants::assumed_host_memory_pcie_3;
  if (gb < 48.0) return constants::assumed_host_memory_pcie_4;
  if (gb < 96.0) return constants::assumed_host_memory_pcie_5;
  return constants::assumed_host_memory_pcie_6;
}

Device make_device(const hardware::Gpu& gpu, hardware::Precision precision, double relative_speed,
                   const Coefficients& coefficients, const strategy::Software& software) {
  using hardware::Precision;
  Device device;
  const Sibling sibling = sibling_of(gpu, coefficients);
  const auto library = kernel_library();
  device.tables = library->find_for(gpu);
  device.measured = device.tables != nullptr && device.tables->measures_products();
  if (!device.measured) device.tables = library->find(sibling.id);
  device.sibling = device.tables->gpu;
  device.gemm_factor = sibling.gemm_factor;
  device.attention_share = sibling.attention;
  if (lower(gpu.architecture).find("hopper") != std::string::npos) {
    if (software.attention == strategy::AttentionKernel::early)
      device.attention_share = coefficients.attention_hopper_early;
    if (software.attention == strategy::AttentionKernel::flash_2)
      device.attention_share = constants::attention_hopper_flash_2;
  }
  const bool torch =
      software.stack == strategy::Stack::torch_native || software.stack == strategy::Stack::trainer;
  if (torch && lower(gpu.architecture).find("ampere") != std::string::npos)
    device.attention_share = constants::attention_ampere_torch;
  if (lower(gpu.architecture).find("blackwell") != std::string::npos &&
      software.attention == strategy::AttentionKernel::flash_2)
    device.attention_share = constants::attention_blackwell_flash_2;
  device.attention_backward = coefficients.attention_backward;
  device.attention_sink = software.year < constants::attention_sink_year ? coefficients.attention_sink : 1.0;
  device.unfused_gemm = coefficients.unfused_gemm;
  device.unfused_bytes = coefficients.unfused_bytes;
  if (software.stack == strategy::Stack::jax) device.unfused_bytes *= constants::unfused_xla;
  device.unfused_misaligned = coefficients.unfused_misaligned;
  const auto rate = [&](Precision which) { return hardware::peak(gpu, which); };
  device.peak = rate(precision).value_or(FlopsPerSecond{}).value * relative_speed;
  const auto wide = precision == Precision::fp32 ? rate(Precision::fp32)
                    : rate(Precision::bf16)      ? rate(Precision::bf16)
                                                 : rate(Precision::fp16);
  device.peak_bf16 = wide ? wide->value * relative_speed : device.peak;
  device.bandwidth = gpu.memory_bandwidth.value_or(BytesPerSecond{}).value * relative_speed;
  device.pcie = host_link_of(gpu);
  device.host_memory = host_memory_of(gpu);
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
      device.block_scaled = true;
      break;
    default:
      break;
  }
  choose_tables(device, gpu, precision, relative_speed);
  if (precision == Precision::nvfp4) device.low_factor = fp4_level(device, sibling.fp4);
  if (device.low_precision && lower(gpu.architecture).find("cdna") != std::string::npos)
    device.low_factor = constants::low_amd;
  if (device.low_precision && software.rowwise_scales) device.low_factor *= constants::rowwise_products;
  return device;
}

Device make_device(const hardware::Pool& pool, hardware::Precision precision,
                   const Coefficients& coefficients, const strategy::Software& software) {
  Device device = make_device(pool.gpu, precision, pool.relative_speed, coefficients, software);
  for (double* rate : {&device.peak, &device.peak_bf16, &device.wide_rates.peak, &device.narrow_rates.peak})
    *rate *= pool.sustained_clock;
  return device;
}

double gemm_seconds(const Device& device, double m, double n, double k, bool low, Product product,
                    double weight_copies, double efficiency_factor) {
  if (m <= 0.0 || n <= 0.0 || k <= 0.0) return 0.0;
  const bool narrow = low && device.low_precision;
  const KernelRates& rates = narrow ? device.narrow_rates : device.wide_rates;
  const double weights = product == Product::weight_gradient ? 4.0 * m * n : rates.in_bytes * k * n;
  double extra_bytes = weights * (weight_copies - 1.0);
  if (product == Product::weight_gradient) extra_bytes += 2.0 * m * n;  // fp32 result
  double efficiency = device.gemm_factor * efficiency_factor;
  if (narrow) efficiency *= device.low_factor;
  if (product == Product::weight_gradient) efficiency *= constants::weight_gradient;
  const GemmModel& table = narrow ? *device.narrow_products : *device.products;
  const double seconds = gemm_model_seconds(table, rates, m, n, k, extra_bytes) / efficiency;
  return std::max(seconds,
                  roofline_seconds(rates, 2.0 * m * n * k, gemm_bytes(rates, m, n, k) + extra_bytes));
}

double attention_forward_seconds(const Device& device, const model::Attention& attention, double sequences,
                                 double length, int tp, int cp, bool fused) {
  if (attention.indexer) tp = 1;
  if (!fused) return unfused_seconds(device, attention, sequences, length, tp, cp);
  const double efficiency = shape_efficiency(device, attention, sequences, length, tp);
  return fused_seconds(device, attention, sequences, length, tp, cp, 1.0, efficiency);
}

double attention_backward_seconds(const Device& device, const model::Attention& attention, double sequences,
                                  double length, int tp, int cp, bool fused) {
  if (attention.indexer) tp = 1;
  if (!fused) return 2.0 * unfused_seconds(device, attention, sequences, length, tp, cp);
  const double efficiency =
      device.attention_backward * length / (length + constants::attention_half_sequence);
  return fused_seconds(device, attention, sequences, length, tp, cp, 2.5, efficiency);
}

double memory_seconds(const Device& device, double bytes) {
  return bytes / (constants::memory_share * device.bandwidth);
}

}  // namespace astrolabe::cost
