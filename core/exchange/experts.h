#pragma once
// Several experts a GPU with unequal loads: where they stand, and copies of the hot ones.

#include <vector>

namespace astrolabe::exchange {

/// Loads of experts, as shares or counts: one list a snapshot of the traffic, all of one length.
using Snapshots = std::vector<std::vector<double>>;

/// What counts where snapshots differ.
enum class Over { worst, mean };

struct ExpertPlacement {
  std::vector<std::vector<int>> experts;  ///< on each rank; a number twice on different ranks: copies
  std::vector<int> copies;                ///< of each expert, 1 or more
  std::vector<double> load;               ///< of each rank over the mean of the ranks, mean of the snapshots
  double fullest = 1.0;                   ///< the largest load of a rank over the mean, by `Over`
  double bound = 1.0;                     ///< of `fullest`, over all placements with these copies
};

/// Copies of experts, `spare` beyond one each: one after the other to whom the largest load a copy remains,
/// which makes that largest least (water filling); never more than `ranks` of one.
std::vector<int> copies_of(const std::vector<double>& load, int spare, int ranks);

/// As engines number them: rank r holds the r-th part.
ExpertPlacement place_in_order(const Snapshots& loads, int ranks, Over over = Over::worst);

/// Every rank holds as many experts and copies as any other, or one less where they do not divide. The
/// heaviest first to the rank with the least (LPT), then exchanges with the fullest rank as long as they
/// help, over all snapshots,
/// until the fullest is within 0.1 % of the bound. A copy takes an equal part of its expert's load. Bound:
/// the mean, the largest load a copy, and the least that the rank of that copy holds beside it, snapshot by
/// snapshot.
ExpertPlacement place_by_load(const Snapshots& loads, int ranks, int spare = 0, Over over = Over::worst);

/// ExpertPlacement::bound of place_by_load() without placing anything.
double fullest_bound(const Snapshots& loads, int ranks, int spare = 0, Over over = Over::worst);

/// Shares of experts (mean 1) as unequal as a measured skew: with experts in their order on `ranks` ranks the
/// fullest has `skew` times the mean. Loads follow a log-normal distribution, in an order without pattern.
/// Above what the experts of one rank can have, all stands on one. Assumed: measured tables give the skew of
/// ranks, not the loads of experts.
std::vector<double> loads_of_skew(int experts, int ranks, double skew);

}  // namespace astrolabe::exchange
