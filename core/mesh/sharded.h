#pragma once
// Sharded data parallelism over unequal GPUs: every layer's weights are gathered for all micro-batches of a
// step at once, each GPU computes its own share of the batch, stores its own share of the state, and keeps
// the inputs of its layers on itself or in its node's memory (Cephalo).

#include <algorithm>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/cost/timeline.h"
#include "core/mesh/tables.h"
#include "core/mesh/uneven.h"

namespace astrolabe::mesh {

/// GPUs of one pool that do the same.
struct ShardedPart {
  int pool = 0, gpus = 0;
  std::int64_t sequences = 0;  ///< of one GPU and step
  int micro_batch = 1;         ///< of which sizes up to this are put together
  bool offloads = false;       ///< inputs of its layers lie in host memory
  // What follows from these.
  double forward = 0.0, again = 0.0, backward = 0.0;  ///< seconds of a step
  double offloading = 0.0;                            ///< seconds of either pass, beside the work
  double own = 0.0, host = 0.0;                       ///< bytes of a GPU, and of it in host memory
  double state = 0.0;  ///< bytes of weights, gradients and optimizer that it stores
  cost::StageMemory memory;
  /// Seconds of its own passes, with nothing of other GPUs to wait for.
  double busy() const { return std::max(forward, offloading) + std::max(again + backward, offloading); }
};

struct ShardedProgram {
  std::vector<ShardedPart> parts;     ///< by pool
  double state = 0.0;                 ///< bytes of all GPUs
  double padding = 1.0;               ///< of every collective: the largest part over the even one
  double gather = 0.0, reduce = 0.0;  ///< seconds of all layers, padded, before factors
  double edges = 0.0;  ///< the first layer's gather and the last one's reduction, which nothing hides
  double optimizer = 0.0, host = 0.0;  ///< seconds
  double work = 0.0;                   ///< seconds of the slowest GPU's passes with the traffic beside them
  bool by_traffic = false;             ///< traffic is longer than the slowest GPU's work in some pass
  double step() const { return work + edges + optimizer + host; }
};

struct ShardedAnswer {
  std::optional<ShardedProgram> best;
  double bound = 0.0;  ///< seconds: none is faster whose neighbours in a node do alike
  bool stopped_early = false;
  double gap() const { return best ? std::max(0.0, 1.0 - bound / best->step()) : 1.0; }
};

/// `gpus`: of each pool, that work. GPUs of a node go by the largest number that divides all of them and the
/// batch, from 512 sequences on in steps of several. The bound is exact for the least traffic that there is,
/// as even shares have it; with uneven shares of the state every collective is padded to the largest, so
/// shares are sought again at a few paddings and the best is told. Of ways that take the same step the one
/// whose busiest GPU is the least busy, and of these the least sum of squares of what GPUs are busy:
/// sequences by speed, as evenly as whole ones go. None where nothing fits or the job leaves out ZeRO 3
/// without tensor and pipeline parallelism.
ShardedAnswer search_sharded(const strategy::Problem& problem, const std::vector<int>& gpus,
                             std::int64_t batch, const std::stop_token& stop = {});

/// The program as somebody wrote it: pool, gpus, sequences, micro-batch and offload of each part. None: it
/// does not fit.
std::optional<ShardedProgram> sharded_as_written(Scene& scene, std::vector<ShardedPart> parts);

/// Its row, and a lane for each part.
cost::Evaluation evaluation_of(const strategy::Problem& problem, const ShardedProgram& program);
cost::Timeline timeline_of(const ShardedProgram& program, int layers);

}  // namespace astrolabe::mesh
