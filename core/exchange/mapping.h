#pragma once
// Which expert, or pair of experts of two models, on which GPU (Aurora). One expert a GPU and model.

#include <vector>

#include "core/exchange/traffic.h"

namespace astrolabe::exchange {

/// What a GPU does in a second.
struct GpuRates {
  double units = 1.0;  ///< of traffic, each way
  double work = 1.0;   ///< of compute
};

/// A model of one layer as a mapping sees it.
struct ExpertTraffic {
  Traffic traffic;           ///< between its experts
  std::vector<double> work;  ///< of each expert; none: traffic alone counts
};

/// Where experts stand.
struct Mapping {
  std::vector<int> gpu_of;     ///< of expert i, the first model's where there are two
  std::vector<int> partner;    ///< expert of the second model on the GPU of expert i of the first; none
  double seconds = 0.0;        ///< the largest max(sent, received) / rate or work / rate of a GPU
  double bound_seconds = 0.0;  ///< of every mapping
  double gap() const { return bound_seconds > 0.0 ? seconds / bound_seconds - 1.0 : 0.0; }
};

/// One model. Optimal: experts by load to GPUs by rate where both orders agree on both rates (exchange
/// argument), else a bottleneck assignment.
Mapping map_one(const ExpertTraffic& model, const std::vector<GpuRates>& gpus);

/// Two models on equal GPUs. Expert i of the first stays on GPU i. Optimal: where each expert sends as much
/// as it receives, the hottest with the coldest; else the bottleneck matching of max(sent a + sent b,
/// received a + received b), as row and column sums of the sum depend on the pairs alone. Of optimal pairings
/// the first.
Mapping pair_models(const ExpertTraffic& a, const ExpertTraffic& b, const GpuRates& gpu);

/// Two models on unequal GPUs (NP-hard, a 3-dimensional matching): pairs as on equal ones, then pairs to GPUs
/// by a bottleneck assignment; then two partners or two GPUs are exchanged as long as that helps.
Mapping map_two(const ExpertTraffic& a, const ExpertTraffic& b, const std::vector<GpuRates>& gpus);

/// The traffic of both models between GPUs.
Traffic together(const Traffic& a, const Traffic& b, const Mapping& mapping);

}  // namespace astrolabe::exchange
