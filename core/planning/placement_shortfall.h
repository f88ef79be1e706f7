#pragma once
// Why no layout of layers over machines does what is asked, by machine and link, and what would.

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/planning/placements.h"

namespace astrolabe::planning {

struct PlacementShortfall {
  enum class Missed {
    memory,   ///< the machines do not hold all layers
    time,     ///< a promised time; `limit` is its key
    traffic,  ///< requests a second
    limit     ///< of the job: `nearest` has the violation; or nothing flows
  } missed = Missed::memory;
  std::string limit;                 ///< key of the job; "memory"
  double found = 0.0, wanted = 0.0;  ///< layers, seconds, or requests/s
  OptionPtr nearest;                 ///< null where the machines do not hold the model

  /// What machines of a pool hold.
  struct Room {
    std::string pool;
    int machines = 0, layers_each = 0;
    int more = 0;  ///< machines more of this pool that hold what is missing; 0: it holds no layer
  };
  std::vector<Room> rooms;  ///< of memory
  /// A machine or a link on the slowest way of `nearest`.
  struct Leg {
    std::string name;     ///< "east/0", "east/0>west/1"
    std::string regions;  ///< "east", "east>west"; empty: not stated
    bool link = false;
    double seconds = 0.0;  ///< they add up to the way
  };
  std::vector<Leg> legs;             ///< of time, the longest first
  std::vector<std::string> min_cut;  ///< of traffic: the machines and links that limit the flow
};

/// None where an option is possible, or the question failed.
std::optional<PlacementShortfall> shortfall_of(const FoundPlacements& found);
/// Why `option`, which has machines that hold all layers, is not possible. Precondition: it is not.
PlacementShortfall shortfall_of(const FoundPlacements& found, const OptionPtr& option);

/// {"limit", "found", "wanted"} with "pools", "chain" or "min_cut".
Json to_json(const PlacementShortfall& shortfall);

}  // namespace astrolabe::planning
