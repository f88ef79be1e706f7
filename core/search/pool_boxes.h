#pragma once
// What a search over many pools tells apart: pools that are alike, and for each number of replicas and
// largest tensor parallelism what rules leave of tensor parallelism on each pool and of settings.

#include <functional>
#include <map>
#include <vector>

#include "core/search/settings.h"
#include "core/strategy/space.h"

namespace astrolabe::search {

/// Pools that no cost, rule or link tells apart, ascending.
using PoolClass = std::vector<int>;
/// In the order of their first pools.
std::vector<PoolClass> pool_classes(const strategy::Problem& problem);

/// Stages of one pool at one tensor parallelism.
struct StageRange {
  int tensor_parallel = 1, least = 1, most = 1;
};

/// All pipelines with the same replicas and the same largest tensor parallelism of any stage. Rules break
/// where any stage breaks them, given the largest: so what they leave of a stage does not depend on the
/// others.
struct PoolBox {
  int data_parallel = 1, context_parallel = 1;
  int tensor_parallel = 1;                       ///< the largest
  std::vector<std::vector<StageRange>> choices;  ///< by class of pools; none: it has to stay unused
  /// By kind, numbers of stages that some of its settings allow on some pool that has the largest.
  std::map<std::uint32_t, Bits> kinds;
  int replicas() const { return data_parallel * context_parallel; }
};
/// Those that have pipelines. `kept_going`, asked on the way: false leaves the rest out.
std::vector<PoolBox> pool_boxes(const strategy::Problem& problem, const strategy::Space& space,
                                SettingTables& settings, const std::vector<PoolClass>& classes, int workers,
                                const std::function<bool()>& kept_going);

}  // namespace astrolabe::search
