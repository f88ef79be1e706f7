#pragma once
// Which fact of two strategies makes a part of the step longer in one of them.

#include <array>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/strategy/problem.h"

namespace astrolabe::plan {

/// A fact that differs between two strategies and moves a part of the step in the direction in which it
/// moved. `given` and `best` hold its numbers in the order of the comment; of stages it is the stage that
/// ends the step.
struct Cause {
  enum class Kind {
    none,         ///< nothing that can be read off the two
    stages,       ///< {pipeline stages, micro-batches of a step and replica}
    chunks,       ///< {model chunks of a stage}
    schedule,     ///< the order of the pipeline's operations; no numbers
    balance,      ///< how evenly the stages are loaded for their speed; no numbers
    work,         ///< {layers of the stage, sequences of a step and replica, GPUs that share them}
    gpu,          ///< {pool of the stage}
    width,        ///< {tensor parallelism of the stage}
    micro_batch,  ///< {sequences of a micro-batch}
    ranks,        ///< {ranks that exchange}
    link,         ///< {ranks that exchange, bytes a second of each GPU, 1 where they span nodes}
    overlap,      ///< {1 where the traffic runs behind compute}
    recomputed,   ///< {layers of the stage that are recomputed in full}
    recompute,    ///< selective recomputation or none; no numbers
    held,         ///< {layers of the stage, its tensor parallelism}
    shards,       ///< {layers of the stage, GPUs that share their optimizer state}
    offload,      ///< {1 where the part waits for host memory}
    launches      ///< {layers of the stage, micro-batches}
  };
  Kind kind = Kind::none;
  std::array<double, 3> given{}, best{};
  bool operator==(const Cause&) const = default;
};

/// One part of the step, here and in the best strategy; positive difference: takes longer here.
struct PartDifference {
  cost::Part part = cost::Part::other;
  double given_seconds = 0.0, best_seconds = 0.0;
  Cause cause;
  double difference() const { return given_seconds - best_seconds; }
};

/// The parts that either strategy has, largest difference first; they add up to the difference of the steps.
/// The cause of a part is the fact whose factor comes nearest to the ratio of its times; none where all are
/// far from it, and for plans of other kinds, which have no such settings.
std::vector<PartDifference> part_differences(const strategy::Problem& problem, const cost::Evaluation& given,
                                             const cost::Evaluation& best);

}  // namespace astrolabe::plan
