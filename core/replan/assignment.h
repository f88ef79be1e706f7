#pragma once
// Who takes which place at the least cost in all.

#include <vector>

namespace astrolabe::replan {

/// `cost[i][j]`: of worker i on place j, as many of one as of the other. The place of each worker; the sum is
/// the least there is. Shortest augmenting paths with prices (Kuhn 1955, Munkres 1957), O(n^3).
std::vector<int> assignment(const std::vector<std::vector<double>>& cost);

}  // namespace astrolabe::replan
