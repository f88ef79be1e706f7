#pragma once
// A pipeline whose stages may each span GPUs of several types: every stage is a distributed program (HAP) for
// its nodes, and the stages play a 1F1B schedule.

#include <memory>
#include <optional>
#include <vector>

#include "core/base/units.h"
#include "core/cost/schedule.h"
#include "core/plan/shard.h"
#include "core/plan/stage_groups.h"

namespace astrolabe::plan {

struct ProgramStage {
  std::shared_ptr<const ShardAnswer> answer;
  hardware::Cluster part;  ///< its nodes; all pools of the cluster, some without nodes
  int first_layer = 0, layers = 0;
  /// Seconds of one micro-batch, with what brings activations at the stage's ends into the form in which they
  /// are sent; and of what comes once a step.
  double forward = 0.0, backward = 0.0, tail = 0.0;
  double converting = 0.0;  ///< part of forward and backward
  /// Seconds of a step in which it works.
  double work(int micro_batches) const { return micro_batches * (forward + backward) + tail; }
};

struct ProgramPipeline {
  StageGroups groups;
  spmd::Execution execution;
  std::vector<ProgramStage> stages;
  cost::Pipeline pipeline;  ///< as the schedule sees it
  cost::StepEnd end;
  /// No programs of these stages and number of micro-batches take less.
  Seconds lower_bound;
  Seconds elapsed;  ///< of all syntheses
  /// The stage with the most work.
  std::size_t slowest() const;
};

/// Stages of these nodes and layers, run in this way; empty when a stage does not fit its devices or when its
/// bound tells that the step takes `at_most` seconds and more. Stage j holds min(micro-batches, stages - j)
/// micro-batches' activations. Between stages activations lie in shards of the batch, by the stages' ratios;
/// other forms are converted. One group: the program of all devices. `request`: a model, a cluster and a job.
/// Errors: those of shard().
Result<std::optional<ProgramPipeline>> program_pipeline(const ShardRequest& request,
                                                        const StageGroups& groups,
                                                        const spmd::Execution& execution,
                                                        double at_most = kBeyond);

/// The fastest of the stage_candidates() with micro-batches in powers of two from the depth on, each in the
/// first of the ways to save memory in which it fits, and of what layers moved from its slowest to its
/// fastest stage make of it; if any takes less than `at_most` seconds. Candidates are looked at in the order
/// of an estimate, as many as kMostSyntheses allows: the best of all is not proven. The same for any number
/// of `request.options.threads`, unless time is up. `stopped` is set where time or work was up before all of
/// these were looked at. Errors: those of shard().
Result<std::optional<ProgramPipeline>> best_program_pipeline(const ShardRequest& request,
                                                             double at_most = kBeyond,
                                                             bool* stopped = nullptr);

/// Programs of stages that best_program_pipeline() synthesises at the most.
inline constexpr int kMostSyntheses = 96;

}  // namespace astrolabe::plan
