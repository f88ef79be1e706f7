#pragma once
// What no configuration of a node beats: the verifier's own calculation, from layer costs upwards. The
// formulas are stated in README.md of this room.

#include <array>
#include <vector>

#include "core/base/units.h"
#include "core/cost/shape.h"
#include "core/strategy/space.h"
#include "core/verify/zero_bubble.h"

namespace astrolabe::verify {

/// The figures that a pool adds to the pipelines of a family under one kind of settings.
struct PoolFigures {
  int use = 0;              ///< of the family
  int pool = 0;             ///< of the cluster
  int least = 1, most = 1;  ///< stages
  double stage_gpus = 0.0;  ///< of one stage, replicas counted
  double stage_rate = 0.0;  ///< USD an hour that they add; 0 where a price is unknown
  double layer = 0.0;       ///< least seconds of an average layer, forward and backward
  double shortest = 0.0;    ///< of the cheapest layer
  double common = 0.0;      ///< of a layer of the class with most layers
  double backward = 1.0;    ///< share of the longer pass in any work, at least
  MostShares shares;
  double embedding = 0.0, head = 0.0;
  double fixed = 0.0;  ///< host seconds of a step
  double boundary_bytes = 0.0;
  std::vector<double> classes;  ///< seconds by class of layers
  int holds = kAnyNumber;       ///< layers of that class in one stage; apply_setting()
};

/// A family under a kind: pools from the fastest to the slowest.
struct Figures {
  std::vector<PoolFigures> pools;
  double inner_link = 0.0, cross_link = 0.0;  ///< least seconds of one transfer there and back
  double lightest = 1.0, heaviest = 1.0;      ///< work of a layer, in average layers
  int micro_batches = 1, chunks = 1;
  strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
};

struct Dealing;

inline constexpr double kNoRoom = kBeyond;
/// Classes of layers told apart; further ones count as the cheapest of them.
inline constexpr std::size_t kClasses = 8;

/// The amounts that the GPUs of a plan take, however fast they are: USD an hour and USD a month, both without
/// what idle GPUs cost, kW at the wall, USD to buy them, USD to own them.
enum Toll : std::size_t { kOfHour, kOfMonth, kOfPower, kOfPurchase, kOfOwnership, kTolls };
using Tolls = std::array<double, kTolls>;

/// Of each amount the most that the limits of the job allow, rounded up, beyond what idle GPUs take.
Tolls allowed_tolls(const strategy::Problem& problem);

/// Lower bounds over all pipelines of a node.
struct Least {
  double seconds = 0.0;  ///< of a step; kNoRoom when nothing fits
  double rate = 0.0;     ///< USD an hour, idle GPUs counted; 0 where a price is unknown
  double gpus = 0.0;     ///< fewest that are paid for
  Tolls tolls{};
  double idle = 0.0, work = 0.0;  ///< USD an hour with no GPU at work; USD s/h that the work of a step adds
  /// Least price of a step that takes `step` seconds: USD s/h, seconds times USD an hour.
  double usd(double step) const;
};

class Bounds {
 public:
  Bounds(const strategy::Problem& problem, cost::Tables& tables);

  /// `strategy`: the family started, with any setting of the kind chosen.
  Figures figures(const strategy::Family& family, const strategy::Strategy& strategy);
  /// Adds to `figures` what depends on the setting of `strategy`: layers that one stage of each pool holds at
  /// most, and seconds of every layer for ZeRO 2 and 3.
  void apply_setting(Figures& figures, const strategy::Strategy& strategy, int stages);

  /// Bounds every pipeline of the family, with stragglers and fixed time; 1F1B, GPipe and ZB-H1 are known to
  /// fill and drain where `schedule_known`.
  Least any_pipeline(const Figures& figures, bool schedule_known) const;
  /// Bounds every pipeline of `stages` stages, given[i] of them on the i-th pool, the fastest first, for as
  /// many pools as `given` says; kNoRoom when none can hold the model.
  Least mixture(const Figures& figures, int stages, const std::vector<int>& given) const;

 private:
  PoolFigures pool_figures(const strategy::Family& family, int use, const strategy::Strategy& strategy);
  double shard_traffic(const PoolFigures& figure, const strategy::Strategy& strategy, int stages);
  void average(Figures& figures) const;
  void set_links(Figures& figures, const strategy::Family& family) const;
  Least finished(const Figures& figures, double seconds, int stages, const std::vector<int>& given) const;
  double chunks_form(const Figures& figures, const Dealing& dealing, double longest) const;
  bool deal_out(const Figures& figures, int stages, const std::vector<int>& given, Dealing& dealing) const;
  double raw_mixture(const Figures& figures, int stages, const std::vector<int>& given) const;
  int most_layers(const strategy::Strategy& strategy, const strategy::Stage& stage, double in_flight);

  const strategy::Problem& m_problem;
  cost::Tables& m_tables;
  double m_idle_rate = 0.0;    ///< USD an hour
  std::vector<Tolls> m_tolls;  ///< that one GPU adds, by pool
  int m_unit = 1;              ///< divides the GPUs paid for, whichever pools they are of
  std::vector<int> m_counts;   ///< layers by class
  std::size_t m_common = 0;    ///< the class of most of them
};

}  // namespace astrolabe::verify
