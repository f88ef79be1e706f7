#include "core/cost/band.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>

#include "core/base/text.h"
#include "core/cost/band_constants.h"
#include "core/cost/kernel_library.h"

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
  if (is("cdna")) return Generation::cdna;
  if (is("gaudi")) return Generation::gaudi;
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
    case Stack::torch_native:
      return StackFamily::torch_native;
    case Stack::trainer:
      return StackFamily::trainer;
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

const char* to_string(BandScale scale) {
  switch (scale) {
    case BandScale::node:
      return "up to 8 GPUs";
    case BandScale::cluster:
      return "9 to 256 GPUs";
    case BandScale::large:
      break;
  }
  return "more than 256 GPUs";
}

const char* to_string(BandParallelism parallelism) {
  switch (parallelism) {
    case BandParallelism::data:
      return "data parallel";
    case BandParallelism::sharded:
      return "weights in shards";
    case BandParallelism::layers:
      return "tensor, context or expert parallel";
    case BandParallelism::pipeline:
      break;
  }
  return "pipeline";
}

namespace {

BandScale scale_of(int gpus) {
  if (gpus > c::band_most_gpus_cluster) return BandScale::large;
  return gpus > c::band_most_gpus_node ? BandScale::cluster : BandScale::node;
}

BandScale scale_of(const strategy::Strategy& strategy) {
  int gpus = 0;
  for (const strategy::Stage& stage : strategy.stages) gpus += stage.tensor_parallel;
  return scale_of(gpus * strategy.replicas());
}

BandParallelism parallelism_of(const strategy::Strategy& strategy) {
  if (strategy.pipeline_parallel > 1) return BandParallelism::pipeline;
  if (strategy.tensor_parallel > 1 || strategy.context_parallel > 1 || strategy.expert_parallel > 1)
    return BandParallelism::layers;
  return strategy.zero_stage >= 3 ? BandParallelism::sharded : BandParallelism::data;
}

/// Half of a band as a factor, dense and experts, from Evidence::sibling on.
constexpr std::array<std::array<double, 2>, 3> kEvidenceWidth{
    {{c::band_evidence_sibling, c::band_evidence_sibling_experts},
     {c::band_evidence_tables, c::band_evidence_tables_experts},
     {c::assumed_band_evidence_datasheet, c::assumed_band_evidence_datasheet_experts}}};

/// `band` with its logarithms times `width`.
Band widened(const Band& band, double width) {
  return {std::pow(band.low, width), std::pow(band.high, width)};
}

template <class Key>
std::size_t place(Key key) {
  return static_cast<std::size_t>(key);
}

}  // namespace

BandTraits band_traits(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  const auto& pools = problem.cluster.pools;
  const bool own = std::all_of(strategy.stages.begin(), strategy.stages.end(), [&](const auto& stage) {
    return measured_products(pools[static_cast<std::size_t>(stage.pool)].gpu);
  });
  return {band_class(problem), own, scale_of(strategy), parallelism_of(strategy)};
}

double BandTable::width(const BandTraits& traits) const {
  return tables[traits.own_tables ? 1 : 0] * scale[place(traits.scale)] *
         parallelism[place(traits.parallelism)];
}

Band BandTable::of(const BandTraits& traits) const {
  return widened(classes[place(traits.band_class)], width(traits));
}

const BandTable& shipped_bands() {
  static constexpr BandTable bands{
      {{{c::band_vendor_low, c::band_vendor_high},
        {c::band_other_low, c::band_other_high},
        {c::band_one_site_low, c::band_one_site_high},
        {c::band_experts_low, c::band_experts_high}}},
      {c::band_width_sibling, c::band_width_own_tables},
      {c::band_width_node, c::band_width_cluster, c::band_width_large},
      {c::band_width_data, c::band_width_sharded, c::band_width_layers, c::band_width_pipeline}};
  return bands;
}

Band step_band(const strategy::Problem& problem, const strategy::Strategy& strategy, bool doubtful) {
  return step_band(problem, strategy, evidence_of(problem, strategy), doubtful);
}

namespace {

Band band_of(const strategy::Problem& problem, const BandTraits& traits, Evidence evidence, bool doubtful) {
  if (doubtful) evidence = std::max(evidence, Evidence::sibling);
  Band band = shipped_bands().of(traits);
  if (evidence > Evidence::measured) {
    const double width =
        kEvidenceWidth[place(evidence) - place(Evidence::sibling)][problem.graph->experts > 0 ? 1 : 0];
    band = {1.0 / width, width};
  }
  if (doubtful) band = widened(band, c::band_doubt);
  const auto& classes = problem.graph->classes;
  const bool states = std::any_of(classes.begin(), classes.end(),
                                  [](const model::LayerClass& layer) { return !layer.state_mixers.empty(); });
  return states ? widened(band, c::assumed_band_state_mixers) : band;
}

}  // namespace

Band step_band(const strategy::Problem& problem, const std::vector<int>& gpus, BandParallelism parallelism) {
  BandTraits traits{band_class(problem), true, scale_of(std::accumulate(gpus.begin(), gpus.end(), 0)),
                    parallelism};
  Evidence least = Evidence::measured;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    if (gpus[i] == 0) continue;
    const hardware::Gpu& gpu = problem.cluster.pools[i].gpu;
    traits.own_tables = traits.own_tables && measured_products(gpu);
    least = std::max(least, evidence_of(gpu, problem.software));
  }
  return band_of(problem, traits, least, false);
}

Band step_band(const strategy::Problem& problem, const strategy::Strategy& strategy, Evidence evidence,
               bool doubtful) {
  return band_of(problem, band_traits(problem, strategy), evidence, doubtful);
}

Band memory_band(const strategy::Software& software, bool allocator, bool doubtful) {
  const StackFamily family = family_of(software);
  const bool counted = family == StackFamily::torch_native || family == StackFamily::trainer;
  if (counted || doubtful) {
    const double width = counted && doubtful ? c::band_memory_doubtful : c::band_memory_counted;
    return {1.0 / width, width};
  }
  return allocator ? Band{c::band_allocator_low, c::band_allocator_high}
                   : Band{c::band_device_low, c::band_device_high};
}

}  // namespace astrolabe::cost
