#pragma once
// The 80 % band around a prediction, from the spread of errors of comparable measured runs.

#include <array>
#include <vector>

#include "core/cost/evidence.h"
#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::cost {

/// Factors on the predicted value: of comparable runs, 80 % lie between low and high.
struct Band {
  double low = 1.0, high = 1.0;
};

/// What makes runs comparable: experts, a tuned vendor stack, and whether the constants of the GPU's
/// generation and of the stack rest on more than one site (without a second one, nothing told their speed
/// from the site's).
enum class BandClass { dense_vendor, dense_other, dense_one_site, experts };
const char* to_string(BandClass band_class);
BandClass band_class(const strategy::Problem& problem);
/// GPU types that share constants of the step (kernel.h, coefficients.h).
enum class Generation { ampere, hopper, blackwell, blackwell_workstation, ada, older, cdna, gaudi, other };
Generation generation_of(const hardware::Gpu& gpu);
/// Training software whose constants belong together: releases and settings of one family.
enum class StackFamily {
  recipes,
  plain_megatron,
  fsdp,
  before_2023,
  intern_evo,
  native,
  torch_native,
  trainer
};
StackFamily family_of(const strategy::Software& software);
/// Whether at least two sources published five or more dense runs that its constants rest on
/// (resources/measured).
bool of_several_sites(Generation generation);
bool of_several_sites(StackFamily family);

/// GPUs at work: one node of the usual size, up to 256, more.
enum class BandScale { node, cluster, large };
const char* to_string(BandScale scale);
/// What the ranks exchange in a step: gradients alone; weights too (ZeRO 3, FSDP); inside layers (tensor,
/// context and expert parallelism, distributed programs); between stages, whatever else.
enum class BandParallelism { data, sharded, layers, pipeline };
const char* to_string(BandParallelism parallelism);

/// All that makes runs comparable.
struct BandTraits {
  BandClass band_class = BandClass::experts;
  bool own_tables = true;  ///< kernels of every GPU type in use were measured on it, not on a sibling
  BandScale scale = BandScale::node;
  BandParallelism parallelism = BandParallelism::data;
};
BandTraits band_traits(const strategy::Problem& problem, const strategy::Strategy& strategy);

/// A band for each class, and what tables, scale and parallelism make of its width: 1 leaves it.
struct BandTable {
  std::array<Band, 4> classes;        ///< by BandClass
  std::array<double, 2> tables;       ///< of a sibling, own
  std::array<double, 3> scale;        ///< by BandScale
  std::array<double, 4> parallelism;  ///< by BandParallelism
  double width(const BandTraits& traits) const;
  /// Ends of the class, their logarithms times width().
  Band of(const BandTraits& traits) const;
};
/// Fitted to the published runs (tests/reference/band_fit.h).
const BandTable& shipped_bands();

/// Of a step time. `doubtful`: something that decides it is not known (a batch, a layout, a power limit).
Band step_band(const strategy::Problem& problem, const strategy::Strategy& strategy, bool doubtful = false);
/// Of a layout that is no strategy: `gpus` of each pool are at work, and exchange what `parallelism` says.
Band step_band(const strategy::Problem& problem, const std::vector<int>& gpus, BandParallelism parallelism);
/// The band of a step time where `evidence` stands behind the prediction.
Band step_band(const strategy::Problem& problem, const strategy::Strategy& strategy, Evidence evidence,
               bool doubtful);
/// Of a peak memory, as the allocator or as the driver reports it, of this software.
Band memory_band(const strategy::Software& software, bool allocator, bool doubtful = false);

}  // namespace astrolabe::cost
