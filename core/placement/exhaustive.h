#pragma once
// All layouts of few machines and layers: the proof of small questions and the oracle of tests.

#include <optional>

#include "core/placement/placement.h"

namespace astrolabe::placement {

/// Layouts that there are, a machine without layers among them; rounded above 2^53.
double layouts_of(const Network& network);
/// The one with the largest flow whose chain takes at most `longest_chain` seconds (0: any); of equal ones
/// the first, machine by machine from none to all layers. Empty where nothing flows.
std::optional<Placed> best_of_all(const Network& network, bool partial_inference, double longest_chain);

}  // namespace astrolabe::placement
