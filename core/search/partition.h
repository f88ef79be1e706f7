#pragma once
// The split of the layers over the stages of one configuration.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/cost/shape.h"

namespace astrolabe::search {

struct Partition {
  bool feasible = false;
  bool cut = false;          ///< given up: every split is above Effort::cut
  std::vector<int> layers;   ///< per stage
  double step = 0.0;         ///< seconds under the event simulation
  bool exact = false;        ///< no split of this configuration is faster
  double lower_bound = 0.0;  ///< no split is below it
  /// When nothing fits: the missing memory of an even split and where.
  int over_stage = -1;
  Bytes over;
};

/// How hard to try before a split is called the best found instead of the best.
struct Effort {
  double enumerate_below = 60.0;  ///< enumerate when there are at most so many splits
  int nodes = 20000;              ///< of the branch and bound
  bool brute = false;             ///< enumerate every split, whatever the number
  double cut = 1e300;  ///< steps above it are of no interest: a configuration bounded above it is given up
};

/// Finds the best split of one configuration, deterministic. Packs under the smallest bottleneck, moves
/// layers between stages under the event simulation, then proves or improves by branch and bound:
///
/// For a split with stage times t_j, links c_j + d_j, K micro-batches, w_j = P - 1 - j, S = sum t + sum (c +
/// d) and C_j = sum_{l > j} t_l + sum_{l >= j} (c + d) the 1F1B step is at least S + (K - 1 - w_j) t_j + C_j
/// for every j with K - 1 - w_j >= 1 (the walk that dwells on stage j), plus the tail of stage 0. A table
/// over (stages, layers) keeps the Pareto pairs (S, D), D' = max(D + t + c + d, (K - 1 - w_j) t): the least
/// that prefixes can cost. Depth first from the last stage, each node bounded by its exact suffix and that
/// table. One object a thread; its tables are reused.
class Partitioner {
 public:
  Partition best(const cost::Shape& shape, const Effort& effort);

 private:
  const cost::StageCost& cost(int stage, cost::LayerRange range);
  double simulate(const std::vector<int>& layers);
  double chunks_bound(const std::vector<int>& layers);
  bool pack(double bottleneck, std::vector<int>& layers);
  bool first_split(std::vector<int>& layers);
  void improve(std::vector<int>& layers, double& step);
  void enumerate(int stage, int begin, std::vector<int>& layers, Partition& best);
  bool fill_prefixes(double cut);
  double prefix_bound(int stages, int layers, double suffix_sum, double suffix_walk) const;
  bool branch(int stage, int end, double sum, double walk, std::vector<int>& layers, Partition& best);
  Partition nothing_fits(const std::vector<int>& layers, Partition partition);

  const cost::Shape* m_shape = nullptr;
  std::vector<cost::StageCost> m_by_count;  ///< equal layers: [stage][count]
  std::vector<char> m_known;
  std::unordered_map<std::uint64_t, cost::StageCost> m_by_range;
  std::vector<cost::StageCost> m_stages;
  std::vector<double> m_scratch;
  int m_nodes = 0;
  /// The least that the first stages can cost: sum of times and links, and the longest dwelling walk so far.
  struct Prefix {
    double sum = 0.0, walk = 0.0;
  };
  static constexpr int kPairs = 4;
  std::vector<Prefix> m_prefixes;  ///< [stages][layers][kPairs]
  std::vector<char> m_prefix_count;
  std::vector<int> m_most;  ///< layers that a stage can hold below the cut
};

}  // namespace astrolabe::search
