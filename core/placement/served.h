#pragma once
// What a layout serves of its flow: no more than is asked for, and no more than users ask who wait for their
// tokens. Ways take as long as they do at that flow.

#include "core/placement/placement.h"

namespace astrolabe::placement {

/// The slowest way that tokens take.
struct Way {
  double seconds = 0.0;
  std::vector<int> machines;  ///< in order
};

/// Seconds of a step of `machine` with `layers` layers through which `tokens_per_second` go. A step takes what
/// one takes through which next to nothing goes, and as much more for each token in it that it takes
/// step_seconds at the machine's whole throughput: idle / (1 - (1 - idle / full) * share of the throughput).
double step_seconds(const Network& network, int machine, int layers, double tokens_per_second);

/// The slowest way where `share` of `flow` goes through `layout`.
Way slowest_way(const Network& network, const Layout& layout, const Flow& flow, double share);

/// Tells `flow`, whose machines and links are known, what is served of it and the slowest way at that. Of
/// users each waits for a token before the next is made, so that U of them have U / way output tokens a
/// second (Little's law); the way is the one at what they have.
void tell_served(const Network& network, const Layout& layout, Flow& flow);

}  // namespace astrolabe::placement
