#include "core/cost/band.h"

#include <algorithm>

#include "core/cost/constants.h"
#include "core/cost/kernel.h"

namespace astrolabe::cost {

namespace c = constants;

const char* to_string(BandClass band_class) {
  switch (band_class) {
    case BandClass::dense_vendor:
      return "dense, vendor stack";
    case BandClass::dense_other:
      return "dense, other stack";
    case BandClass::dense_untabled:
      return "dense, GPU without tables";
    case BandClass::experts:
      return "experts";
  }
  return "experts";
}

BandClass band_class(const strategy::Problem& problem) {
  if (problem.graph->experts > 0) return BandClass::experts;
  const auto untabled = [&](const hardware::Pool& pool) {
    return !make_device(pool.gpu, problem.job.precision, pool.relative_speed).measured;
  };
  if (std::any_of(problem.cluster.pools.begin(), problem.cluster.pools.end(), untabled))
    return BandClass::dense_untabled;
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
    case BandClass::dense_untabled:
      return {c::band_untabled_low, c::band_untabled_high};
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
