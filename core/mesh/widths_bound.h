#pragma once
// What no pipeline of these stages beats, whichever layers each of them holds and whoever waits for whom.

#include <vector>

#include "core/mesh/widths.h"

namespace astrolabe::mesh {

/// A stage in straight lines: of k layers of which r are recomputed a micro-batch takes
/// edge + k layer + r again seconds and, c of them in flight, a GPU holds
/// fixed + k held + c ((k - r) kept + r least) bytes, and `live` more where r > 0.
struct WideNumbers {
  static constexpr int kAnyLayers = 1 << 20;
  int groups = 1, gpus = 1;  ///< gpus: of a group
  double edge = 0.0, layer = 0.0, again = 0.0;
  double link = 0.0;  ///< to the next stage and back, seconds
  double fixed = 0.0, held = 0.0, kept = 0.0, least = 0.0, live = 0.0;
  double state_edge = 0.0, state_layer = 0.0;  ///< bytes of the optimizer's state, wherever it lies
  double limit = kBeyond;                      ///< bytes; endless where memory is no straight line
  int most = kAnyLayers;                       ///< layers that fit with one micro-batch in flight

  double seconds(int layers, int recomputed) const { return edge + layers * layer + recomputed * again; }
  /// Bytes of a GPU without any state.
  double own(int layers, int recomputed, int in_flight) const {
    return fixed + layers * held + in_flight * ((layers - recomputed) * kept + recomputed * least) +
           (recomputed > 0 ? live : 0.0);
  }
  int gpus_of_stage() const { return groups * gpus; }
  /// The fewest recomputed layers that fit without any state; -1: none do.
  int fewest(int layers, int in_flight) const;
};
/// Of a stage with its form. Lines lie nowhere above what is so.
WideNumbers numbers_of(WideCosts& costs, const WideForm& form, WidePlace place, int groups);

struct WideBound {
  double seconds = kBeyond;  ///< of a step, at least; kBeyond: nothing fits
  std::vector<int> layers;   ///< of each stage, with which it is reached
};

class WideBounds {
 public:
  /// `tail`: seconds that every step has behind the first stage's last backward.
  WideBounds(std::vector<WideNumbers> stages, int layers, int micro_batches, double tail);

  /// Never above least(): from what each stage may hold by itself, for as little work as that of some dozen
  /// stages. kBeyond where memory lacks for some layer, at most four times what rates allow.
  double quick() const;
  /// Whether some split of the layers is not excluded from `seconds`, and which.
  ///
  /// The busiest group of stage j has ceil(n / w_j) micro-batches; before its first forward and behind its
  /// last backward one of them passes the stages before: so T >= sum_{i<j} t_i + ceil(n / w_j) t_j. Each of
  /// them is in flight there for as long as the stages from j on take, so that in flight at once are at least
  /// ceil(n / w_j) sum_{i>=j} t_i / T, rounded up (Little): so many have to fit. The least time before j by
  /// the layers that are placed decides the rest; so do the least bytes, which have to leave room for the
  /// state of the optimizer on all GPUs together. O(stages x layers^2), and less the closer the time is to
  /// what each stage allows by itself.
  std::vector<int> split_within(double seconds) const;
  /// The least time from `known`, a bound, to `most` that is not excluded, to within a part in `precision`.
  WideBound least(double known, double most, double precision = 3e-4) const;

 private:
  /// Layers of each stage, at least and at most.
  struct Span {
    std::vector<int> least, most;
  };
  /// What is left to each stage where all others hold what is left to them; false where that is nothing.
  /// `limit`: seconds of the step but for its tail.
  bool narrow(double limit, Span& span) const;
  bool shorten(std::size_t stage, double limit, double before, double behind, Span& span) const;
  bool has_room(double limit, const Span& span) const;
  /// The fewest micro-batches in flight of a stage from which on a micro-batch takes so many seconds.
  int in_flight(std::size_t stage, double seconds, double limit) const;
  /// Least seconds of the stages from j on for so many layers, one each at least.
  double behind(std::size_t j, int layers) const;

  std::vector<WideNumbers> m_stages;
  int m_layers;
  double m_tail;
  double m_room = 0.0;                  ///< bytes of all GPUs
  std::vector<int> m_share;             ///< ceil(n / w), by stage
  std::vector<double> m_first, m_more;  ///< seconds from a stage on: of one layer each, of any further one
};

}  // namespace astrolabe::mesh
