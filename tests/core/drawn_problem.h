#pragma once
// Training questions drawn at random, small enough to try hundreds.

#include <random>
#include <utility>
#include <vector>

#include "problems.h"

namespace astrolabe::tests {

/// Two to four nodes of eight GPUs of one type, every third time one or two of a slower one beside them; a
/// third of the models have experts. GPUs may stay unused.
inline strategy::Problem drawn_problem(std::mt19937& random) {
  const Pick pick{random};
  const Real real{random};
  const int experts = pick(0, 2) == 0 ? 8 : 0;
  std::vector<hardware::Pool> pools{make_pool("a", pick(2, 4), 8)};
  if (pick(0, 2) == 0) pools.push_back(make_pool("b", pick(1, 2), 8, real(0.4, 0.9)));
  strategy::Problem problem =
      make_test_problem(make_graph(8 * pick(1, 2), 512 << pick(0, 2), 16, 8, experts),
                        make_cluster(std::move(pools), real(10.0, 400.0)), 1024 << pick(0, 2), 32);
  problem.cluster.may_leave_unused = true;
  return problem;
}

}  // namespace astrolabe::tests
