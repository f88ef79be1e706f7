#include "core/cost/evidence.h"

#include <algorithm>

#include "core/cost/band.h"
#include "core/cost/kernel_library.h"

namespace astrolabe::cost {

namespace {

/// Whether constants of this software were fitted to runs on this generation (resources/measured).
bool fitted_together(Generation generation, StackFamily family) {
  const bool data_centre = of_several_sites(generation);  // Ampere, Hopper, Blackwell
  switch (family) {
    case StackFamily::torch_native:
    case StackFamily::trainer:
      return false;  // most of their traits are counts, and the few that are fitted have weak priors
    default:
      return data_centre || generation == Generation::ada || generation == Generation::older ||
             generation == Generation::blackwell_workstation;
  }
}

}  // namespace

const char* to_string(Evidence evidence) {
  switch (evidence) {
    case Evidence::measured:
      return "measured";
    case Evidence::sibling:
      return "sibling";
    case Evidence::tables:
      return "tables";
    case Evidence::datasheet:
      break;
  }
  return "datasheet";
}

Evidence evidence_of(const hardware::Gpu& gpu, const strategy::Software& software) {
  const Generation generation = generation_of(gpu);
  if (fitted_together(generation, family_of(software))) return Evidence::measured;
  if (of_several_sites(generation)) return Evidence::sibling;
  return generation != Generation::other || measured_products(gpu) ? Evidence::tables : Evidence::datasheet;
}

Evidence evidence_of(const strategy::Problem& problem) {
  Evidence least = Evidence::measured;
  for (const hardware::Pool& pool : problem.cluster.pools)
    least = std::max(least, evidence_of(pool.gpu, problem.software));
  return least;
}

Evidence evidence_of(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.stages.empty()) return evidence_of(problem);
  Evidence least = Evidence::measured;
  for (const strategy::Stage& stage : strategy.stages)
    least = std::max(least, evidence_of(problem.cluster.pools[static_cast<std::size_t>(stage.pool)].gpu,
                                        problem.software));
  return least;
}

}  // namespace astrolabe::cost
