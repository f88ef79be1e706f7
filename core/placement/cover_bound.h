#pragma once
// A bound on the flow of every layout, from what covers each layer.

#include "core/placement/placement.h"

namespace astrolabe::placement {

/// Sum over machines of the largest k T(k), over the layers of the model (Helix): no layout has more.
double simple_bound(const Network& network);

/// False only where no layout, with or without partial inference, reaches `rate` tokens/s. Every layer must
/// be covered by machines that together do at least `rate`; one that holds k layers gives each of them a k-th
/// of itself. The relaxation: cover all layers with whole covers, machines divided at will. It is a linear
/// programme over covers, whose prices prove the answer: what all machines are worth, over the cheapest
/// cover, is a bound on the layers.
bool may_reach(const Network& network, double rate);

/// No layout exceeds it; between `known`, the rate of a layout, and simple_bound(), narrowed to `tolerance`
/// of itself. `known` itself where nothing above it is possible.
double upper_bound(const Network& network, double known, double tolerance);

}  // namespace astrolabe::placement
