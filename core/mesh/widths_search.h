#pragma once
// The best pipeline whose stages have groups of their own number, and what none beats.

#include <functional>
#include <stop_token>
#include <vector>

#include "core/mesh/widths.h"

namespace astrolabe::mesh {

/// Stages that a pool is cut into, at most; fewer of many groups.
inline constexpr int kMostWideStages = 3;

struct WidthsRequest {
  std::int64_t batch = 0;  ///< sequences
  int top = 3;             ///< pipelines that are told
  /// Every split of the layers is played, with no bounds: the oracle.
  bool every_split = false;
  /// Pipelines whose bound is worked out, and passes that are played, at most; then the best so far and the
  /// bound are the answer.
  long most_bounds = 4'000, most_passes = 6'000'000;
  std::stop_token stop{};
  std::function<void(const WideProgram&)> found{};  ///< one that is better than all before
};

struct WidthsAnswer {
  std::vector<WideProgram> best;  ///< the fastest first
  double bound = 0.0;             ///< seconds: none of those that are looked at is faster
  bool stopped_early = false;
  long pipelines = 0;  ///< widths, forms and orders of pools
  long bounded = 0, played = 0;
  double gap() const { return best.empty() ? 1.0 : std::max(0.0, 1.0 - bound / best.front().step()); }
};

/// Whether some stages of equal width stand on pools of so many GPUs with as many groups of whole nodes, or
/// all pools are alike: then strategies are as good, and stages of unequal width only wait for each other.
bool widths_divide(const std::vector<int>& gpus, const std::vector<int>& gpus_per_node);

/// Every way to cut `groups` into up to `most` stages: all orders.
std::vector<std::vector<int>> cuts_into_widths(int groups, int most);

/// `gpus`: of each pool, that work; all of them do. Pools one after the other, in any order, each in up to
/// kMostWideStages stages of groups within a node, not all stages of one width; context parallelism of 1 and
/// 2, micro-batches of 1 and 2. Precondition: layers are alike, without experts.
WidthsAnswer search_widths(const strategy::Problem& problem, const std::vector<int>& gpus,
                           const WidthsRequest& request);

}  // namespace astrolabe::mesh
