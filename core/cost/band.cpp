#include "core/cost/band.h"

#include <algorithm>
#include <array>

#include "core/cost/constants.h"

namespace astrolabe::cost {

namespace c = constants;

const char* to_string(BandClass band_class) {
  switch (band_class) {
    case BandClass::dense_vendor:
      return "dense, vendor stack";
    case BandClass::dense_other:
      return "dense, other stack";
    case BandClass::dense_one_site:
      return "dense, GPU measured at one site";
    case BandClass::experts:
      return "experts";
  }
  return "experts";
}

std::span<const std::string_view> gpus_of_several_sites() {
  static constexpr std::array<std::string_view, 4> kIds{"a100-sxm-80", "h100-sxm", "b200-sxm", "gb200"};
  return kIds;
}

BandClass band_class(const strategy::Problem& problem) {
  if (problem.graph->experts > 0) return BandClass::experts;
  const auto one_site = [](const hardware::Pool& pool) {
    const auto known = gpus_of_several_sites();
    return std::find(known.begin(), known.end(), pool.gpu.id) == known.end();
  };
  if (std::any_of(problem.cluster.pools.begin(), problem.cluster.pools.end(), one_site))
    return BandClass::dense_one_site;
  const strategy::Stack stack = problem.software.stack;
  const bool vendor = stack == strategy::Stack::megatron_core || stack == strategy::Stack::jax;
  return vendor ? BandClass::dense_vendor : BandClass::dense_other;
}

Band step_band(const strategy::Problem& problem, const strategy::Strategy&) {
  switch (band_class(problem)) {
    case BandClass::dense_vendor:
      return {c::band_vendor_low, c::band_vendor_high};
    case BandClass::dense_other:
      return {c::band_other_low, c::band_other_high};
    case BandClass::dense_one_site:
      return {c::band_one_site_low, c::band_one_site_high};
    case BandClass::experts:
      break;
  }
  return {c::band_experts_low, c::band_experts_high};
}

Band memory_band(bool allocator) {
  return allocator ? Band{1.0 - c::band_memory_allocator, 1.0 + c::band_memory_allocator}
                   : Band{1.0 - c::band_memory_device, 1.0 + c::band_memory_device};
}

}  // namespace astrolabe::cost
