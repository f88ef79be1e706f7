#pragma once
// One iteration of a placement as it is drawn and told: what each set does when, what its GPUs hold
// meanwhile, and what the iteration is made of.

#include <vector>

#include "core/post_training/find.h"
#include "core/post_training/parts.h"
#include "core/strategy/problem.h"

namespace astrolabe::post_training {

/// A call in a lane; or weights on their way to engines of other sets, which has no call.
struct Block {
  int call = -1;  ///< of Dataflow::calls; -1: weights
  int role = -1;  ///< of Job::roles: whose weights work, or are on their way
  double begin = 0.0, end = 0.0;
  bool critical = false;  ///< on the way that the iteration is as long as
  Parts parts;            ///< seconds; they add up to end - begin
  double at_work = 1.0;   ///< share of the set's GPUs
  /// Of a GPU of the set, on average.
  double busy_seconds() const { return (end - begin) * at_work; }
};

/// Bytes of the fullest GPU of a set from one moment to the next, by SetLane::units.
struct Held {
  double begin = 0.0, end = 0.0;
  std::vector<double> bytes;
  double sum() const;
};

/// What a set does and holds in an iteration.
struct SetLane {
  std::vector<int> units;  ///< of Placement::units
  std::vector<Block> blocks;
  std::vector<Held> memory;
  double limit_bytes = 0.0;   ///< that a plan may use of a GPU
  double busy_seconds = 0.0;  ///< of a GPU, on average
};

struct Iteration {
  double seconds = 0.0;
  /// Generation runs ahead: lanes show what each set does in an iteration from its first call on, on samples
  /// of iterations of their own, and not which call waits for which.
  bool steady = false;
  std::vector<SetLane> lanes;  ///< as Placement::sets
  std::vector<Block> rules;    ///< calls that need no GPU
  /// Of the critical blocks: they add up to `seconds`.
  Parts parts;
  double busy_share(std::size_t lane) const;
};

Iteration iteration_of(const Placement& placement, const strategy::Problem& problem);

}  // namespace astrolabe::post_training
