#pragma once
// Time of a layer with experts: one model alone, or two that take turns on the same GPUs.

#include <array>
#include <vector>

#include "core/exchange/traffic.h"

namespace astrolabe::exchange {

/// Phases in their order; dispatch and combine are all-to-alls, with a barrier after each.
enum class Phase { gate, dispatch, experts, combine, aggregation };
inline constexpr int kPhases = 5;

/// One model's layer.
struct LayerWork {
  std::vector<double> gate, experts, aggregation;  ///< seconds on each GPU
  double dispatch = 0.0, combine = 0.0;            ///< seconds of the all-to-alls, as scheduled
  const std::vector<double>& compute(Phase phase) const {
    return phase == Phase::gate ? gate : phase == Phase::experts ? experts : aggregation;
  }
};

/// When a phase of a model runs. Of a compute phase the first begin and the last end of a GPU.
struct PhaseTime {
  int model = 0;
  Phase phase = Phase::gate;
  double begin = 0.0, end = 0.0;
};

struct LayerTime {
  double seconds = 0.0;
  double bound_seconds = 0.0;
  std::vector<PhaseTime> phases;
  double gap() const { return bound_seconds > 0.0 ? seconds / bound_seconds - 1.0 : 0.0; }
};

/// max gate + dispatch + max experts + combine + max aggregation; its own bound.
LayerTime exclusive_time(const LayerWork& work);

/// Two models on the same GPUs: a GPU computes for one at a time, the network does one all-to-all at a time.
/// The shortest of list schedules with the first model first, with the second first, and of one model after
/// the other, which is the sum of both exclusive times. `together`: seconds that all four all-to-alls take at
/// least where they overlap, 2 b_max of both models' traffic over the rate. Bound: the most compute of a GPU,
/// `together`, the longer exclusive time.
LayerTime colocated_time(const LayerWork& a, const LayerWork& b, double together);

}  // namespace astrolabe::exchange
