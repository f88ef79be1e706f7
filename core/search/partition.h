#pragma once
// The split of the layers over the stages of one configuration.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/cost/shape.h"

namespace astrolabe::search {

struct Partition {
  bool feasible = false;
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
  double enumerate_below = 500.0;  ///< enumerate when there are at most so many splits
  int nodes = 2000;                ///< of the branch and bound
  bool brute = false;              ///< enumerate every split, whatever the number
};

/// Finds splits, deterministic. Looks for the smallest bottleneck that fits, improves it by moving layers
/// between stages under the event simulation, then tries to prove it: against the lower bound, by
/// enumeration, or by branch and bound. One object a thread; its tables are reused between calls.
class Partitioner {
 public:
  Partition best(const cost::Shape& shape, const Effort& effort);

 private:
  const cost::StageCost& cost(int stage, cost::LayerRange range);
  double simulate(const std::vector<int>& layers);
  bool pack(double bottleneck, std::vector<int>& layers);
  bool first_split(std::vector<int>& layers);
  void improve(std::vector<int>& layers, double& step);
  void enumerate(int stage, int begin, std::vector<int>& layers, Partition& best);
  bool branch(int stage, int begin, double sum, double bottleneck, std::vector<int>& layers, Partition& best);
  Partition nothing_fits(const std::vector<int>& layers, Partition partition);

  const cost::Shape* m_shape = nullptr;
  std::vector<cost::StageCost> m_by_count;  ///< equal layers: [stage][count]
  std::vector<char> m_known;
  std::unordered_map<std::uint64_t, cost::StageCost> m_by_range;
  std::vector<cost::StageCost> m_stages;
  std::vector<double> m_scratch;
  int m_nodes = 0;
};

}  // namespace astrolabe::search
