#pragma once
// The chains of passes that set the steps of splits, as bounds of the splits beside them.

#include <vector>

#include "core/cost/schedule.h"

namespace astrolabe::search {

/// Critical chains of splits, played for 1F1B and ZB-H1: whatever the times, no step of as many stages and
/// micro-batches is shorter than one of them. One object a thread; its tables are reused.
class Chains {
 public:
  /// Of a split whose stages take these times; what is known of other lines as long holds for it, too.
  /// Seconds of its step.
  double start(const std::vector<cost::LineStage>& line, int micro_batches);
  /// The stage takes other times from now on in the split that is tried: once each, until take() or drop().
  void change(int stage, const cost::LineStage& times);
  /// True when the split that is tried is not below `step`, as some chain shows.
  bool reaches(double step);
  /// Plays the split that is tried, whose chain is kept: seconds of its step; of one at `enough` or above
  /// only that it is.
  double play(double enough = 1e300);
  /// It is the split to begin from, or is given up.
  void take();
  void drop();

 private:
  struct Known {
    cost::CriticalChain chain;
    double seconds = 0.0;  ///< of the split to begin from
  };
  /// Seconds of the passes on it in the split that is tried: exact, as times lie on a grid.
  double tried_seconds(const Known& known) const;
  static constexpr std::size_t kMost = 128;  // the oldest one is forgotten

  int m_micro_batches = 0;
  std::vector<cost::LineStage> m_line, m_tried;
  std::vector<int> m_changed;  ///< stages
  std::vector<Known> m_known;
  std::size_t m_held = 0, m_next = 0;
  std::size_t m_showed = 0;  ///< the one that reached a step last
  std::vector<double> m_scratch;
};

}  // namespace astrolabe::search
