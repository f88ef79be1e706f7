#pragma once
// Which machines do for a rate: the cheapest set that is known, and what no set is below.

#include <optional>
#include <stop_token>
#include <vector>

#include "core/placement/placement.h"

namespace astrolabe::placement {

struct FewerOptions {
  std::vector<double> prices;  ///< of a machine of each type, in any unit, 0 or more
  bool partial_inference = false;
  double longest_chain = 0.0;  ///< seconds that a token may take through all layers; 0: any
  std::stop_token stop = {};
};

/// Whether a flow carries the tokens/s that are asked for within the longest chain.
bool serves(const Network& network, const Flow& flow, double longest_chain);

/// What the machines with layers cost.
double price_of(const Network& network, const Layout& layout, const std::vector<double>& prices);

/// The network of `machines` alone, in that order; its types are those of `whole`.
Network part_of(const Network& whole, const std::vector<int>& machines);

/// A layout that serves what is asked at a lower price than all of `known`, layouts of the network; none
/// where nothing lower was found. Not proven least. Of each layout machines go, the dearest first, while the
/// maximum flow through the others still does; then layers are laid anew over fewer machines of a type, the
/// type that gives least for its price first, by bisection. Deterministic. `evaluated` counts layouts.
/// Precondition: tokens/s are asked for.
std::optional<Placed> on_fewer_machines(const Network& network, const std::vector<Placed>& known,
                                        const FewerOptions& options, long& evaluated);

/// A price that no set of machines that carries `tokens_per_second` is below: a token passes each layer in
/// one machine, and one with k layers at T(k) tokens/s does at most k T(k) layers/s, of which the rate needs
/// layers x rate; machines by price, in parts. Infinity where all do not reach it. Source: the bound of Helix
/// (ASPLOS 2025), section 4, by price.
double least_price(const Network& network, const std::vector<double>& prices, double tokens_per_second);

}  // namespace astrolabe::placement
