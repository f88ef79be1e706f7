#include "core/cost/band.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/text.h"
#include "core/cost/band_constants.h"

namespace astrolabe::cost {

namespace c = constants;

const char* to_string(BandClass band_class) {
  switch (band_class) {
    case BandClass::dense_vendor:
      return "dense, vendor stack";
    case BandClass::dense_other:
      return "dense, other stack";
    case BandClass::dense_one_site:
      return "dense, GPU generation or stack of one site";
    case BandClass::experts:
      return "experts";
  }
  return "experts";
}

Generation generation_of(const hardware::Gpu& gpu) {
  const std::string arch = lower(gpu.architecture);
  const auto is = [&](std::string_view part) { return arch.find(part) != std::string::npos; };
  if (is("gb202")) return Generation::blackwell_workstation;
  if (is("blackwell")) return Generation::blackwell;
  if (is("hopper")) return Generation::hopper;
  if (is("ada")) return Generation::ada;
  if (is("ampere")) return Generation::ampere;
  return is("volta") || is("turing") || is("pascal") ? Generation::older : Generation::other;
}

bool of_several_sites(Generation generation) {
  return generation == Generation::ampere || generation == Generation::hopper ||
         generation == Generation::blackwell;
}

StackFamily family_of(const strategy::Software& software) {
  using strategy::Stack;
  switch (software.stack) {
    case Stack::megatron_core:  // launched as graphs: a vendor's recipe
      return software.graphs ? StackFamily::recipes : StackFamily::plain_megatron;
    case Stack::jax:
      return StackFamily::recipes;
    case Stack::fsdp_compiled:
    case Stack::fsdp_eager:
      return StackFamily::fsdp;
    case Stack::megatron_2022:
    case Stack::deepspeed:
      return StackFamily::before_2023;
    case Stack::intern_evo:
      return StackFamily::intern_evo;
    case Stack::native:
      break;
  }
  return StackFamily::native;
}

bool of_several_sites(StackFamily family) {
  return family == StackFamily::recipes || family == StackFamily::fsdp || family == StackFamily::before_2023;
}

BandClass band_class(const strategy::Problem& problem) {
  if (problem.graph->experts > 0) return BandClass::experts;
  const auto one_site = [](const hardware::Pool& pool) { return !of_several_sites(generation_of(pool.gpu)); };
  const StackFamily family = family_of(problem.software);
  if (!of_several_sites(family) ||
      std::any_of(problem.cluster.pools.begin(), problem.cluster.pools.end(), one_site))
    return BandClass::dense_one_site;
  return family == StackFamily::recipes ? BandClass::dense_vendor : BandClass::dense_other;
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
  return allocator ? Band{c::band_allocator_low, c::band_allocator_high}
                   : Band{c::band_device_low, c::band_device_high};
}

}  // namespace astrolabe::cost
