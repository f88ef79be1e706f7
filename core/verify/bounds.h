#pragma once
// What no configuration of a node beats: the verifier's own calculation, from layer costs upwards. The
// formulas are stated in README.md of this room.

#include <array>
#include <vector>

#include "core/cost/shape.h"
#include "core/strategy/space.h"

namespace astrolabe::verify {

/// What a pool adds to the pipelines of a family under one kind of settings.
struct PoolFigures {
  int use = 0;              ///< of the family
  int least = 1, most = 1;  ///< stages
  double stage_gpus = 0.0;  ///< of one stage, replicas counted
  double layer = 0.0;       ///< least seconds of an average layer, forward and backward
  double shortest = 0.0;    ///< of the cheapest layer
  double backward = 1.0;    ///< share of the longer pass in any work, at least
  double embedding = 0.0, head = 0.0;
  double fixed = 0.0;  ///< host seconds of a step
  double boundary_bytes = 0.0;
  std::vector<double> classes;  ///< seconds by class of layers
  int holds = 1 << 20;          ///< layers of one stage; apply_setting()
};

/// A family under a kind: pools from the fastest to the slowest.
struct Figures {
  std::vector<PoolFigures> pools;
  double inner_link = 0.0, cross_link = 0.0;  ///< least seconds of one transfer there and back
  int micro_batches = 1, chunks = 1;
  strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
};

inline constexpr double kNoRoom = 1e300;

class Bounds {
 public:
  Bounds(const strategy::Problem& problem, cost::Tables& tables) : m_problem(problem), m_tables(tables) {}

  /// `strategy`: the family started, with any setting of the kind chosen.
  Figures figures(const strategy::Family& family, const strategy::Strategy& strategy);
  /// What the setting that `strategy` carries adds: layers that one stage of each pool holds at most, and
  /// seconds of every layer for ZeRO 2 and 3.
  void apply_setting(Figures& figures, const strategy::Strategy& strategy, int stages);

  /// Seconds, with stragglers and fixed time: every pipeline of the family; 1F1B and GPipe are known to fill
  /// and drain where `schedule_known`.
  double any_pipeline(const Figures& figures, bool schedule_known) const;
  /// Every pipeline of `stages` stages, the first of `given` of them on the fastest pools; kNoRoom when none
  /// can hold the model.
  double mixture(const Figures& figures, int stages, const std::vector<int>& given) const;

 private:
  PoolFigures pool_figures(const strategy::Family& family, int use, const strategy::Strategy& strategy);
  double shard_traffic(const PoolFigures& figure, const strategy::Strategy& strategy, int stages);
  void average(std::vector<PoolFigures>& pools) const;
  void set_links(Figures& figures, const strategy::Family& family) const;
  double finished(const Figures& figures, double seconds, int stages, const std::vector<int>& given) const;
  double raw_mixture(const Figures& figures, int stages, const std::vector<int>& given) const;

  const strategy::Problem& m_problem;
  cost::Tables& m_tables;
};

}  // namespace astrolabe::verify
