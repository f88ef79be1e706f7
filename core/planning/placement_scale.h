#pragma once
// What more machines of each type, or fewer, do to layers over unequal machines.

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/planning/planner.h"

namespace astrolabe::planning {

/// The best layout with another number of machines of a pool; the others as they are.
struct MachinePoint {
  int pool = 0;      ///< of the cluster
  int added = 0;     ///< machines; below 0: taken away
  int machines = 0;  ///< of the pool then
  OptionPtr best;    ///< null: none keeps promises and limits
};

struct MachineScale {
  std::vector<std::string> pools;
  OptionPtr now;                     ///< the best as things are; null: there is none
  std::vector<MachinePoint> points;  ///< by pool and number; those that are known, without `now`
  int all = 0;                       ///< points that are asked
  bool stopped = false;
  /// With one more machine of a pool; null: not known yet.
  const MachinePoint* one_more(int pool) const;
};

/// Asks for one machine less and for one, two and four more of each pool. What fewer machines do, more do at
/// least. `publish` is told after each point. Errors: those of the planner.
Result<MachineScale> machine_scale(const Question& question, const std::stop_token& stop = {},
                                   const std::function<void(const MachineScale&)>& publish = {});

}  // namespace astrolabe::planning
