#pragma once
// The best program on groups, one layout a pool, and what none beats.

#include <functional>
#include <stop_token>
#include <vector>

#include "core/mesh/program.h"

namespace astrolabe::mesh {

struct SearchRequest {
  std::int64_t batch = 0;   ///< sequences
  int top = 3;              ///< programs that are told
  bool anywhere = true;     ///< state may move
  bool every_pair = false;  ///< no bounds and no end of work: the oracle
  /// Programs that are evaluated in full; then the best so far and the bound are the answer.
  long most_evaluations = 10'000;
  std::stop_token stop{};
  /// Whenever one is found that is better than all before.
  std::function<void(const Program&)> found{};
};

struct Answer {
  std::vector<Program> best;  ///< the fastest first
  double bound = 0.0;         ///< seconds: no program of one or several layouts a pool is faster
  bool stopped_early = false;
  long layouts = 0, evaluated = 0;
  double gap() const { return best.empty() ? 1.0 : std::max(0.0, 1.0 - bound / best.front().step()); }
};

/// `gpus`: of each pool, that work. Programs cover all pools with some. The same whatever the order of the
/// pools, but for ties.
Answer search(const strategy::Problem& problem, const std::vector<int>& gpus, const SearchRequest& request);

}  // namespace astrolabe::mesh
