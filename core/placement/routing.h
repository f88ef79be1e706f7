#pragma once
// Which machine a request goes to next, from the flow: interleaved weighted round robin.

#include <vector>

#include "core/placement/placement.h"

namespace astrolabe::placement {

/// Where requests go from a machine, or from the coordinator; shares add up to 1, the largest first.
struct Share {
  int to = kCoordinator;
  double share = 0.0;
};
struct Route {
  int from = kCoordinator;
  std::vector<Share> shares;
};
/// Of the coordinator first, then of each machine from which there is a choice or a way.
std::vector<Route> routes_of(const Flow& flow);

/// Picks so that after any number of picks each share is met within one request; interleaved.
class RoundRobin {
 public:
  explicit RoundRobin(std::vector<Share> shares);
  int next();

 private:
  std::vector<Share> m_shares;
  std::vector<double> m_owed;
};

/// A way through machines and the share of the flow that takes it.
struct Path {
  std::vector<int> machines;
  double tokens_per_second = 0.0;
};
/// The flow as paths, the widest first; at most one for each link.
std::vector<Path> paths_of(const Flow& flow);

}  // namespace astrolabe::placement
