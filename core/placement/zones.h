#pragma once
// Machines whose links bind: zones of machines near each other, and series that go from zone to zone.

#include <optional>
#include <vector>

#include "core/placement/stages.h"

namespace astrolabe::placement {

/// Machines between which every link carries `rate`, as few zones as taking them one by one gives, the
/// largest first.
std::vector<std::vector<int>> zones_of(const Network& network, double rate);

/// Stages on machines, in the order of their layers.
struct Stage {
  int layers = 0;
  std::vector<int> machines;
};
using Chain = std::vector<Stage>;

/// Machines for the forms of a series within one zone, in the order of the first machine's pool.
Chain chain_of(const std::vector<Kind>& kinds, const std::vector<StageForm>& series);

/// Chains through several zones, each visited once at most, side by side where that does more. A boundary
/// between zones is taken to carry the product of its machines times `hope` times the mean link; flow says
/// what it does carry. Zones: at most `kMostZones`, else no chain.
inline constexpr std::size_t kMostZones = 5;
std::vector<Chain> fastest_chains(const Network& network, const std::vector<std::vector<int>>& zones,
                                  double most_rate, double hope);

/// The layout of chains that share no machine.
Layout layout_of(const Network& network, const std::vector<Chain>& chains);

}  // namespace astrolabe::placement
