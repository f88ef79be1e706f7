#pragma once
// Is there a split of one configuration that beats a step? The verifier's own search over splits.

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/units.h"
#include "core/cost/shape.h"

namespace astrolabe::verify {

/// The fastest split found among all splits of a configuration.
struct SplitAnswer {
  bool complete = true;     ///< false: given up
  bool found = false;       ///< a split that fits and is faster
  double step = 0.0;        ///< of the fastest of them, seconds
  std::vector<int> layers;  ///< its layers by stage
};

/// Seconds of one split under the event simulation; cost::StageCost::fits of all stages in `fits`.
double step_of(const cost::Shape& shape, const std::vector<int>& layers, bool& fits);

/// Searches for splits faster than `step`. Several chunks a stage leave those of strategy::Chunking.
/// Otherwise: from the first stage on, each choice bounded by what its stages cost and by the least that the
/// rest can: README.md.
class SplitSearch {
 public:
  SplitAnswer faster_than(const cost::Shape& shape, double step);

 private:
  /// A cost that the stages from one on can have, which no other one undercuts in all parts.
  struct Rest {
    double sum = 0.0;   ///< passes and transfers
    double walk = 0.0;  ///< the longest way that dwells on one of them
    double pass = 0.0;  ///< the most of Share::pass
  };
  /// Costs of the stages in front of one.
  struct Front {
    double sum = 0.0;
    double walk = 0.0;  ///< the longest way that dwells on or goes round some of them, up to the next stage
    double longest = 0.0;
    double alone = 0.0;      ///< the most of Share::pass and the tails up to the stage
    double backward = 0.0;   ///< passes and transfers back to the first stage
    double tail = -kBeyond;  ///< most that a stage's tail ends after the first stage's last backward
  };
  /// Seconds that a stage adds to the ways through the pipeline, by schedule.
  struct Share {
    double sum = 0.0;       ///< to S
    double dwell = 0.0;     ///< all its rounds
    double pass = 0.0;      ///< beyond S, to the way that stays until its last backward
    double backward = 0.0;  ///< of one micro-batch
    double tail = 0.0;      ///< behind its last backward
    double weights = 0.0;   ///< their gradients, where they are not in the sum
    double work() const { return sum + weights; }
  };
  SplitAnswer faster_of_shape(const cost::Shape& shape, double step);
  void start(const cost::Shape& shape, double step);
  const cost::StageCost& cost(int stage, int begin, int end);
  bool too_long(int stage, int begin, int end) const;
  bool limit_layers();
  Share share_of(int stage, const cost::StageCost& cost) const;
  void fill_rests();
  void add(std::vector<Rest>& rests, const Rest& next) const;
  double bound(const Front& front, int stage, int begin) const;
  Front extended(const Front& front, int stage, const Share& share);
  void descend(int stage, int begin, const Front& front);
  void try_split();

  const cost::Shape* m_shape = nullptr;
  int m_stages = 0, m_layers = 0;
  double m_step = 0.0;
  long m_looks = 0;
  SplitAnswer m_answer;
  std::vector<cost::StageCost> m_costs;
  std::vector<char> m_known;
  std::vector<int> m_most;  ///< by stage: layers that fit and whose rounds alone are short enough
  std::vector<double> m_link, m_dwells;    ///< by stage: transfer behind it both ways; rounds on it
  std::vector<std::vector<Rest>> m_rests;  ///< [stage][layers before it]
  std::vector<double> m_bottleneck;        ///< the same: least longest stage
  std::vector<double> m_least_front;       ///< the same: least sum of the stages before
  double m_least_tail = 0.0;               ///< of the first stage
  std::vector<int> m_split;
  std::vector<Share> m_shares;  ///< of the stages of m_split
};

}  // namespace astrolabe::verify
