#pragma once
// Which GPUs of a group stay together when some of them are slow: contiguous groupings in the order of their
// speed (Malleus, level 1).

#include <vector>

namespace astrolabe::replan {

struct Grouping {
  std::vector<std::vector<int>> groups;  ///< places of members, the fastest first; sizes are powers of two
  std::vector<int> idle;
  /// Sum over groups of 1 / (efficiency of its size x factor of its slowest member): layers a second over
  /// those of the whole group with nothing slow.
  double capacity = 0.0;
};

/// `factors`: of each member, 1 or more, infinite where it failed; `efficiency[k]`: time of a stage on 2^k
/// GPUs over that on the whole group. All ways to cut the members, sorted by factor, into runs of 1, 2, 4, …;
/// the slowest may stay idle where `may_idle`, failed ones always do. By falling capacity, of equal ones
/// fewer groups first. An exchange of members shows that no other grouping has more capacity.
std::vector<Grouping> groupings(const std::vector<double>& factors, const std::vector<double>& efficiency,
                                bool may_idle);

}  // namespace astrolabe::replan
