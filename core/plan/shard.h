#pragma once
// The question and the answer of `shard`: which model on which devices, and the SPMD program with its
// sharding ratios (core/spmd).

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/hardware/cluster.h"
#include "core/model/architecture.h"
#include "core/spmd/segments.h"
#include "core/spmd/synthesis.h"
#include "core/strategy/problem.h"

namespace astrolabe::plan {

struct ShardRequest {
  // The model: one of these.
  std::optional<model::Architecture> architecture;
  std::optional<spmd::Graph> graph;  ///< forward, read elsewhere
  std::string benchmark;             ///< vgg19, vit, bert, moe, encoder
  int layers = 0;                    ///< of a benchmark; 0: its own
  std::int64_t batch = 0;            ///< samples of all devices together; 0: the job's, or 32 per device
  std::int64_t sequence = 0;         ///< of `architecture`; 0: the job's, or the model's own up to 4096
  // The devices: a profile, or a cluster with a job.
  std::optional<Json> profile;
  std::optional<hardware::Cluster> cluster;
  std::optional<strategy::Job> job;
  strategy::Software software;                             ///< with `cluster`
  std::shared_ptr<const cost::Coefficients> coefficients;  ///< of a calibration; empty: the shipped ones
  /// One stage of a pipeline: these layers of `architecture` (0: all) on `cluster`, which is its part of
  /// `gpus` GPUs (0: all there are).
  int first_layer = 0, stage_layers = 0, gpus = 0;
  /// Micro-batches of a step; 0: with a cluster as few as fit its memory, otherwise 1.
  int micro_batches = 0;
  bool compat = false;  ///< count as the released HAP code does; benchmarks only
  spmd::SynthesisOptions options;
};

/// More of a pool's nodes with which a program was found to fit.
struct MoreNodes {
  std::string pool;
  int nodes = 0;
};

struct ShardAnswer {
  spmd::Graph graph;  ///< forward only with `compat`, otherwise the whole step of one micro-batch
  spmd::Devices devices;
  spmd::Synthesis synthesis;
  std::optional<MoreNodes> help;  ///< where nothing fits and this was found to help
};

/// Where the plain program does not fit the memory of a cluster, others are synthesised: layers computed
/// again in backward, weights gathered again and gradients reduced at once, more micro-batches, and these
/// together, each with the fewest micro-batches (powers of two) that fit; the fastest is the answer. Its
/// bound is the least of all these ways with the micro-batches whose tensors all devices together can hold; a
/// step with more of them is taken to be no shorter. Errors: those of read_profile(),
/// devices_of(), benchmark_graph(), model_graph() and synthesise(); AST-M105 for `compat` with a model for
/// which the released code has no operators. `file` is left empty: the caller knows it (AST-C..., AST-D...:
/// cluster or profile; AST-M...: model).
Result<ShardAnswer> shard(const ShardRequest& request);

/// One program of a stage, run in this way and no other; without baselines. What takes `at_most` seconds and
/// more is of no interest: the answer may be infeasible then, with a lower bound that is not below.
Result<ShardAnswer> shard_stage(const ShardRequest& request, const spmd::Execution& execution,
                                double at_most);

using spmd::kMostSegments;

/// Whether there is a program that the memory holds.
bool fits(const ShardAnswer& answer);

/// The segments of the program, in the order of the model; one where it is not parted.
std::vector<spmd::SegmentSpan> segments_of(const ShardAnswer& answer);

/// to_string() of its status; "stopped" where time was up before anything was found that fits: that is not
/// known to be impossible.
const char* status_of(const ShardAnswer& answer);

/// The JSON of `shard --json` but for "verified". Where status_of() is "stopped", "nearest" says what came
/// closest, as "binding" does where nothing fits.
Json to_json(const ShardAnswer& answer);

}  // namespace astrolabe::plan
