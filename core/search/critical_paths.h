#pragma once
// What the stages of one configuration add to the paths that bound its step, by schedule. Formulas:
// search/partition.h (1F1B, GPipe), cost/zero_bubble.h (ZB-H1).

#include <algorithm>
#include <vector>

#include "core/cost/shape.h"

namespace astrolabe::search {

/// What one stage adds.
struct StageTerms {
  double sum = 0.0;  ///< to S: the passes of every path through the pipeline
  double dwell =
      0.0;  ///< rounds on it before the path goes back through the stages behind once more; 0: none
  double alone = 0.0;     ///< beyond S, where the path stays until the stage's last backward
  double backward = 0.0;  ///< a backward pass
  double tail = 0.0;      ///< after its last backward
  double weight = 0.0;    ///< gradients of the weights, where they are done apart
  double last = 0.0;      ///< beyond S, after rounds beside(): its backward passes and weights up to the last
  double left = 0.0;  ///< behind its last forward: what backward passes and weights are left, and the tail
  double stay = 0.0;  ///< of these what lies before the last backward pass
  double forward() const { return sum - backward; }
};

class CriticalPaths {
 public:
  /// True for the schedules that it knows: one chunk a stage.
  static bool know(const strategy::Strategy& strategy);
  void start(const cost::Shape& shape);
  int stages() const { return m_stages; }
  int micro_batches() const { return m_micro_batches; }
  /// Rounds that a path can dwell on a stage: those that the stages behind leave it; GPipe: none.
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
              0.0,
              (m_rest - beside(stage)) * cost.backward,
              backwards_left(stage) * cost.backward + cost.tail,
              (backwards_left(stage) - 1.0) * cost.backward};
    }
    return other_terms(stage, cost);
  }
  /// Backward passes behind the last forward.
  double backwards_left(int stage) const { return std::min(m_stages - stage, m_micro_batches); }
  /// Rounds that a path can dwell on any stage behind this one, and one more than on this one, before it
  /// comes back here; 0: none.
  double beside(int stage) const { return m_beside[static_cast<std::size_t>(stage)]; }
  /// The least `alone` of a stage that works so long for a micro-batch, whatever its passes are.
  double least_alone(int stage, double seconds) const {
    return m_least_alone[static_cast<std::size_t>(stage)] * seconds;
  }
  /// The least `dwell` of a stage whose layers and edges take so long.
  double least_dwell(int stage, double layers, double edges) const {
    const double with = m_with_weights[static_cast<std::size_t>(stage)];
    return with * (layers + edges) + (rounds(stage) - with) * in_sum(layers, edges);
  }
  /// What counts in S of the seconds of layers and edges, at least.
  double in_sum(double layers, double edges) const { return m_shares.without_weights(layers, edges); }

 private:
  StageTerms other_terms(int stage, const cost::StageCost& cost) const;

  strategy::Schedule m_schedule = strategy::Schedule::one_f_one_b;
  int m_stages = 1, m_micro_batches = 1;
  double m_rest = 0.0;        ///< micro-batches but one
  cost::PassShares m_shares;  ///< of ZB-H1; 0 for others
  std::vector<double> m_rounds, m_beside, m_least_alone, m_with_weights;
};

}  // namespace astrolabe::search
