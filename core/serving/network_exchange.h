#pragma once
// The all-to-all of experts that span several domains of fast links, joined by a network.

#include "core/exchange/traffic.h"

namespace astrolabe::serving {

/// Fitted on 14 measured runs of low-latency kernels over 50 GB/s a GPU (16 to 256 ranks of 8 a node, DeepEP
/// and UCCL-EP, tst_wide_experts): a launch, and the share of the card's rate that they reach. Median error 9
/// %, largest 32 % (16 ranks, where DeepEP of then sent within a node over the network, too).
inline constexpr double kNetworkExchangeUs = 45.0, kNetworkExchangeShare = 0.82;

/// How `ranks` lie over domains of `domain` GPUs, alike in each, and what of a rank's message stays within
/// its domain, its own part included, or leaves it.
struct ExchangeTiers {
  int domains = 1, in_domain = 1;
  double inside = 1.0, outside = 0.0;
};
inline ExchangeTiers exchange_tiers(int ranks, int domain) {
  ExchangeTiers tiers;
  tiers.domains = (ranks + domain - 1) / domain;
  tiers.in_domain = (ranks + tiers.domains - 1) / tiers.domains;
  tiers.outside = exchange::even_exchange(1.0, ranks, tiers.in_domain).outside;
  tiers.inside = 1.0 - tiers.outside;
  return tiers;
}

}  // namespace astrolabe::serving
