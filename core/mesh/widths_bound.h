#pragma once
// What no pipeline of these stages beats, whichever layers each of them holds and whoever waits for whom.

#include <vector>

#include "core/mesh/widths.h"

namespace astrolabe::mesh {

/// A stage in straight lines: of k layers of which r are recomputed a micro-batch takes
/// edge + k layer + r again seconds and, c of them in flight,
/// fixed + k held + c ((k - r) kept + r least) bytes, and `live` more where r > 0.
struct WideNumbers {
  int groups = 1;
  double edge = 0.0, layer = 0.0, again = 0.0;
  double link = 0.0;  ///< to the next stage and back, seconds
  double fixed = 0.0, held = 0.0, kept = 0.0, least = 0.0, live = 0.0;
  double limit = kBeyond;  ///< bytes; endless where memory is no straight line
  int most = 0;            ///< layers that fit with one micro-batch in flight

  double seconds(int layers, int recomputed) const { return edge + layers * layer + recomputed * again; }
  /// The fewest recomputed layers that fit without any state; -1: none do.
  int fewest(int layers, int in_flight) const;
};
/// Of a stage with its form. Lines lie nowhere above what is so.
WideNumbers numbers_of(WideCosts& costs, const WideForm& form, WidePlace place, int groups);

/// From the rates alone, in whole layers: never above WideBounds::least(); kBeyond where memory lacks for some
/// layer. `tail`: as of WideBounds.
double quick_bound(const std::vector<const WideNumbers*>& stages, int layers, int micro_batches, double tail);

struct WideBound {
  double seconds = kBeyond;  ///< of a step, at least; kBeyond: nothing fits
  std::vector<int> layers;   ///< of each stage, with which it is reached
};

class WideBounds {
 public:
  /// `tail`: seconds that every step has behind the first stage's last backward.
  WideBounds(std::vector<WideNumbers> stages, int layers, int micro_batches, double tail);

  /// Whether some split of the layers is not excluded from `seconds`, and which.
  ///
  /// The busiest group of stage j has ceil(n / w_j) micro-batches; before its first forward and behind its
  /// last backward one of them passes the stages before: so T >= sum_{i<j} t_i + ceil(n / w_j) t_j. Each of
  /// them is in flight there for as long as the stages from j on take, so that in flight at once are at least
  /// ceil(n / w_j) sum_{i>=j} t_i / T, rounded up (Little): so many have to fit. The least time before j by
  /// the layers that are placed decides the rest. O(stages x layers^2), and less the
  /// closer the time is to what rates allow.
  std::vector<int> split_within(double seconds) const;
  /// The least time from `known`, a bound, to `most` that is not excluded, to within a part in `precision`.
  WideBound least(double known, double most, double precision = 3e-4) const;

 private:
  std::vector<WideNumbers> m_stages;
  int m_layers, m_micro_batches;
  double m_tail;
  std::vector<int> m_share;                   ///< ceil(n / w), by stage
  std::vector<std::vector<double>> m_behind;  ///< least seconds of the stages from j on for so many layers
};

}  // namespace astrolabe::mesh
