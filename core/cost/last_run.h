#pragma once
// What pipelines take at least whose last layers are of one class, before their order along the pipeline and
// their split are known: how these layers find a place on the stages of some pools.

#include <array>

#include "core/base/units.h"
#include "core/cost/zero_bubble.h"
#include "core/strategy/strategy.h"

namespace astrolabe::cost {

/// The stages of one pool.
struct RunPool {
  double layer = 0.0;      ///< seconds of a layer of the run
  double pass = 0.0;       ///< of it in S: without the gradients of weights where these are done apart
  int holds = kAnyNumber;  ///< layers of the run on a stage
  int fewest = 0;          ///< stages at least
  int most = 0;            ///< and at most
};

/// A last run of equal layers on pools in any order, one chunk a stage, before stragglers and tails.
///
/// All stages but the first `bare` hold one of these layers at least. S is least when of the fewest stages
/// the slowest `bare` hold none, and what is left is on the fastest; the bottleneck B when whole layers are
/// dealt to the most stages, and no shorter than `average`. Longer bottlenecks may leave a smaller sum: the
/// least step over the breakpoints of B of
///   1F1B: K B; S + (K - 1) r B; S + (K - P) B + (P - 1) r B, K >= P; (1 + n) S + (K - 1 - n P) B
///   GPipe: S + (K - 1) B
///   ZB-H1, S without the gradients of weights: K B; S + c B, c = zero_bubble_rest(); (1 + n) S + (K - 1 - n
///   P) B
/// 1 <= n <= (K - 1) / P, r the share of backward, P the most stages: with fewer of them each form is longer.
/// Of `any_schedule` the least of the three, all with the S of ZB-H1.
struct LastRun {
  static constexpr int kMostPools = 8;
  std::array<RunPool, kMostPools> pools;
  int count = 0;         ///< of pools
  int layers = 0;        ///< of the run
  int bare = 0;          ///< so many first stages may hold none of these
  double beside = 0.0;   ///< seconds of everything else in S: other layers, edges, links
  double average = 0.0;  ///< seconds that the longest stage takes at least with all that is beside the run
  int micro_batches = 1;
  strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
  bool any_schedule = false;    ///< of one chunk a stage; `schedule` is ZB-H1
  double backward_share = 0.5;  ///< least share of the longer pass in any work
  PassShares layer_shares;      ///< most of any layer of the run alone, for ZB-H1
  PassShares shares;            ///< most of any work
  /// kNoRoom where the layers do not fit. What reaches `enough` is not found any closer.
  double lower_bound(double enough = kBeyond) const;
};

inline constexpr double kNoRoom = kBeyond;

/// The forms of a 1F1B step for sum S (links in it), bottleneck B, K micro-batches, P stages.
double walks_bound(double sum, double bottleneck, double micro_batches, double stages, double backward);

}  // namespace astrolabe::cost
