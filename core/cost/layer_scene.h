#pragma once
// What the terms of a layer's cost share: for core/cost/layer_work and layer_cost alone.

#include <algorithm>

#include "core/cost/collective.h"
#include "core/cost/layer_cost.h"

namespace astrolabe::cost {

/// One layer being costed: everything that its terms share.
struct LayerScene {
  const strategy::Problem& problem;
  const hardware::Pool& pool;
  const Device& device;
  const Splitting& split;
  const Coefficients& k;
  const StackTraits& stack;
  double tokens;         ///< T = micro_batch x sequence / context_parallel
  double sequence_ways;  ///< by what sequence parallelism divides the hidden activations
};

/// A product on one rank: `rows` tokens, outputs and inputs that are left to it.
struct RankProduct {
  double rows = 0.0, n = 0.0, k = 0.0;
};
/// `n`, `k`: of the whole product, or of a part of it that is split alike.
RankProduct on_rank(const LayerScene& s, model::Split split, double n, double k);
RankProduct on_rank(const LayerScene& s, const model::Gemm& gemm);

/// Keeps references to both.
LayerScene scene_of(const PoolScene& pool, const Splitting& splitting);

/// A group of ranks of this splitting.
inline Group group_of(const LayerScene& s, int size, int stride) { return {size, stride, s.split.straddles}; }

/// `seconds(group)`, of one that straddles no less than where a node holds it.
template <class Seconds>
double no_sooner_than_inside(const LayerScene& s, Group group, const Seconds& seconds) {
  const double there = seconds(group);
  return straddles(group, s.pool) ? std::max(there, seconds(Group{group.size, group.stride})) : there;
}

/// Of a collective: by the measured table where it covers group and size, else by the form.
double collective_seconds(const LayerScene& s, Collective kind, double bytes, Group group,
                          const Reach& reach);

/// What selective recomputation does again and keeps, of a layer whose other work and kept bytes are known:
/// sets LayerWork::again and again_kept.
void set_selective(const LayerScene& s, const model::LayerClass& layer, LayerWork& work);

}  // namespace astrolabe::cost
