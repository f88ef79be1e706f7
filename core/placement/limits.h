#pragma once
// What limits the flow of a layout, and what the same layout would do if that did more.

#include <vector>

#include "core/placement/placement.h"

namespace astrolabe::placement {

/// Parts of the minimum cut that are alike: machines of a type, or links from machines of one type to those
/// of another.
struct Limit {
  bool machines = false;                       ///< else links
  int from = kCoordinator, to = kCoordinator;  ///< types, the same of machines; kCoordinator: that
  std::vector<CutPart> parts;
  double capacity = 0.0;  ///< tokens/s of all parts
  /// Those of the kind that do all they can, of the cut or as full as it: more of one alone moves the limit to
  /// the next.
  std::vector<CutPart> full;
  /// Tokens/s of the layout when all of `full` do `more` times as much, and nothing else does.
  double flow_with_more = 0.0;
};

/// The largest capacity first. Capacities add up to the flow. Precondition: `flow` is that of `layout`.
std::vector<Limit> limits_of(const Network& network, const Layout& layout, const Flow& flow, double more);
/// Tokens/s when all that is full among `limits` does `more` times as much.
double flow_with_all(const Network& network, const Layout& layout, const std::vector<Limit>& limits,
                     double more);

}  // namespace astrolabe::placement
