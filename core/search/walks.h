#pragma once
// What the stages of one configuration add to the walks that bound its step, by schedule. Formulas:
// search/partition.h (1F1B, GPipe), cost/zero_bubble.h (ZB-H1).

#include <algorithm>
#include <vector>

#include "core/cost/shape.h"

namespace astrolabe::search {

/// What one stage adds.
struct StageTerms {
  double sum = 0.0;    ///< to S: the passes of every walk through the pipeline
  double dwell = 0.0;  ///< rounds on it before the walk climbs through the stages behind once more; 0: none
  double alone = 0.0;  ///< beyond S, where the walk stays until the stage's last backward
  double backward = 0.0;  ///< a backward pass
  double tail = 0.0;      ///< after its last backward
  double weight = 0.0;    ///< gradients of the weights, where they are done apart
};

class Walks {
 public:
  /// True for the schedules that it knows: one chunk a stage.
  static bool know(const strategy::Strategy& strategy);
  void start(const cost::Shape& shape);
  /// Rounds that a walk can dwell on a stage: those that the stages behind leave it; GPipe: none.
  double rounds(int stage) const { return m_rounds[static_cast<std::size_t>(stage)]; }
  StageTerms terms(int stage, const cost::StageCost& cost) const {
    if (m_schedule == strategy::Schedule::one_f_one_b) {
      const double t = cost.seconds();
      const double dwell = rounds(stage) * t;
      return {t,
              dwell,
              dwell + (m_rest - rounds(stage)) * std::max(cost.forward, cost.backward),
              cost.backward,
              cost.tail,
              0.0};
    }
    return other_terms(stage, cost);
  }
  /// The least `alone` of a stage that works so long for a micro-batch, whatever its passes are.
  double least_alone(int stage, double seconds) const {
    return m_least_alone[static_cast<std::size_t>(stage)] * seconds;
  }
  /// What counts in S of the seconds of layers and edges, at least.
  double in_sum(double layers, double edges) const { return m_shares.without_weights(layers, edges); }

 private:
  StageTerms other_terms(int stage, const cost::StageCost& cost) const;

  strategy::Schedule m_schedule = strategy::Schedule::one_f_one_b;
  int m_stages = 1, m_micro_batches = 1;
  double m_rest = 0.0;        ///< micro-batches but one
  cost::PassShares m_shares;  ///< of ZB-H1; 0 for others
  std::vector<double> m_rounds, m_least_alone;
};

}  // namespace astrolabe::search
