#pragma once
// A pipeline whose stages each span GPUs of several types: every stage is a distributed program (HAP) for its
// share of the nodes, and the stages play a 1F1B schedule.

#include <memory>
#include <optional>
#include <vector>

#include "core/cost/schedule.h"
#include "core/plan/shard.h"

namespace astrolabe::plan {

struct ProgramStage {
  std::shared_ptr<const ShardAnswer> answer;
  int first_layer = 0, layers = 0;
  /// Seconds of one micro-batch, with what brings activations at the stage's ends into the form in which they
  /// are sent; and of what comes once a step.
  double forward = 0.0, backward = 0.0, tail = 0.0;
  double converting = 0.0;  ///< part of forward and backward
};

struct ProgramPipeline {
  hardware::Cluster part;  ///< that every stage has: an equal share of each pool's nodes
  spmd::Execution execution;
  std::vector<ProgramStage> stages;
  cost::Pipeline pipeline;  ///< as the schedule sees it
  cost::StepEnd end;
  /// No programs of this depth, split and number of micro-batches take less.
  Seconds lower_bound;
  Seconds elapsed;  ///< of all syntheses
  /// The stage with the most work.
  std::size_t slowest() const;
};

/// Depths above 1 at which every stage gets the same number of whole nodes of each pool: the common divisors
/// of their numbers, up to the layers.
std::vector<int> pipeline_depths(const hardware::Cluster& cluster, int layers);

/// Layers of each stage: even; what is left goes to the stages in the middle first, as the ends have
/// embedding and head.
std::vector<int> stage_layers(int layers, int stages);

/// This depth, run in this way; empty when a stage does not fit its devices or when its bound tells that the
/// step takes `at_most` seconds and more. Stage j holds min(micro-batches, stages - j) micro-batches'
/// activations. Between stages activations lie in shards of the batch, by the stages' ratios; other forms are
/// converted. `stages` 1: the program of all devices. `request`: a model, a cluster and a job. Errors: those
/// of shard().
Result<std::optional<ProgramPipeline>> program_pipeline(const ShardRequest& request, int stages,
                                                        const spmd::Execution& execution,
                                                        double at_most = 1e300);

/// The fastest of all depths above 1, micro-batches (powers of two from the depth on) and ways to save
/// memory, if any takes less than `at_most` seconds. Errors: those of shard().
Result<std::optional<ProgramPipeline>> best_program_pipeline(const ShardRequest& request,
                                                             double at_most = 1e300);

}  // namespace astrolabe::plan
