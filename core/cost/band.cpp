#include "core/cost/band.h"

#include "core/cost/constants.h"

namespace astrolabe::cost {

namespace c = constants;

Band step_band(const strategy::Problem& problem, const strategy::Strategy&) {
  if (problem.graph->experts > 0) return {1.0 / c::band_moe_high, 1.0 / c::band_moe_low};
  return {1.0 / c::band_dense_high, 1.0 / c::band_dense_low};
}

Band memory_band(bool allocator) {
  return allocator ? Band{1.0 - c::band_memory_allocator, 1.0 + c::band_memory_allocator}
                   : Band{1.0 - c::band_memory_device, 1.0 + c::band_memory_device};
}

}  // namespace astrolabe::cost
