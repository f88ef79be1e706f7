#pragma once
// One training step as spans on lanes, from the event simulation. Times in seconds from the start of the
// step.

#include <cstdint>
#include <vector>

namespace astrolabe::cost {

enum class SpanKind : std::uint8_t {
  forward,
  backward,
  weight_gradient,
  send,
  receive,
  all_reduce,
  reduce_scatter,
  all_gather,
  optimizer
};
const char* to_string(SpanKind kind);

/// What communication runs over: links between the GPUs of a domain, a pool's network, or that between pools.
enum class Wire : std::uint8_t { none, links, network, pools };

struct Span {
  double start = 0.0, end = 0.0;
  SpanKind kind = SpanKind::forward;
  bool critical = false;  ///< on the chain that sets the step time
  std::int32_t stage = 0;
  std::int32_t micro_batch = -1;  ///< from 0; -1 where it has none
  std::int32_t chunk = 0;         ///< virtual stage
  std::int32_t peer = -1;         ///< the other stage of a transfer
  double bytes = 0.0;             ///< moved, for communication; of a collective the whole tensors
  double waited = 0.0;            ///< idle time of the lane just before, and on whom (waited_for, -1: nobody)
  std::int32_t waited_for = -1;
  Wire wire = Wire::none;  ///< of communication; none: not known
  std::int32_t link = -1;  ///< of a transfer: the stage whose link to the next it takes, whichever way
};

/// Memory of one stage over the step: steps at `time`, level in bytes of the activations held.
struct MemoryStep {
  double time = 0.0;
  double activation_bytes = 0.0;
};

struct Lane {
  int pool = 0;
  int layers = 0;
  double fixed_bytes = 0.0;  ///< weights, gradients, optimizer, workspace
  double limit_bytes = 0.0;
  double idle = 0.0;       ///< share of the step without work on this lane
  std::vector<Span> work;  ///< compute lane, ordered, never overlapping
  std::vector<Span> transfers;
  std::vector<MemoryStep> memory;
};

struct Timeline {
  std::vector<Lane> lanes;  ///< one per pipeline stage
  double step = 0.0;
  int micro_batches = 0;
  /// Repeated steady state on every lane: [fold_start, fold_end) holds `fold_repeats` equal periods; 0 when
  /// none.
  double fold_start = 0.0, fold_end = 0.0;
  int fold_repeats = 0;
};

}  // namespace astrolabe::cost
