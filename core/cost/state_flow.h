#pragma once
// State of the optimizer on GPUs that do not compute what it is of: what each of them stores, and the
// traffic. Where it can lie: core/mesh/state. Its owners are whole buckets, so that reductions and gathers
// stay as they are: the ranks of a slice reduce, each sends its piece of a moved bucket on, the owner updates
// it and sends the weights back. Source: Cephalo (arXiv 2411.01075), which divides batch and state apart.

#include <vector>

#include "core/hardware/cluster.h"

namespace astrolabe::cost {

/// GPUs that hold alike, as those of a stage or of a group: bytes on each of them.
struct StateHolder {
  int pool = 0;
  int gpus = 0;
  double own = 0.0;    ///< all but the state of the optimizer
  double state = 0.0;  ///< its even part of that
  double limit = 0.0;
  double room() const { return limit - own - state; }  ///< below 0: it lacks so much
};

/// Bytes that each GPU gets of `amount` where all get as much up to their `rooms`; `gpus` have each room.
/// What all rooms together do not hold lies evenly on top of them.
std::vector<double> filled_evenly(const std::vector<double>& rooms, const std::vector<int>& gpus,
                                  double amount);

/// State that the GPUs of one pool send to those of another, or of their own.
struct StateFlow {
  int from = 0, to = 0;  ///< pools
  int senders = 0, receivers = 0;
  double parameters = 0.0;
};

/// Seconds of a flow: `bytes` of each parameter (its reduced gradient there, its weight back) over as many
/// GPUs as the smaller side has, each of which reaches `of_gpu`.
double flow_seconds(const StateFlow& flow, double bytes, const hardware::Link& of_gpu);

}  // namespace astrolabe::cost
