#pragma once
// A distributed program (HAP) as a view shows it: shares, tensors, collectives and the step in time.

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/cost/timeline.h"
#include "core/plan/program_pipeline.h"
#include "core/spmd/interpreter.h"
#include "core/strategy/problem.h"

namespace astrolabe::plan {

/// Devices that do the same in every instruction, one after the other: one lane of the picture.
struct ProgramLane {
  int pool = 0;  ///< of the cluster
  int first = 0, devices = 0;
  double share = 0.0;         ///< of one device, of the whole; before rounding to whole units
  double proportional = 0.0;  ///< of one device, were shares in proportion to speed
  double flops_per_second = 0.0;
  Seconds busy;         ///< computing, in one step, all micro-batches
  Bytes memory, limit;  ///< peak and usable; limit 0: not limited
  std::string pool_id;
};

/// What a tensor of the forward part is and how devices hold it. Layers that are alike stand once.
struct ProgramTensor {
  std::string name;
  std::vector<std::int64_t> shape;
  spmd::Role role = spmd::Role::activation;
  spmd::Property property;  ///< in which it is loaded or made
  double bytes = 0.0;       ///< whole
  int times = 1;            ///< layers that have one like it
  int collectives = 0;      ///< that move it or, of a parameter, its gradient; in one layer
  Seconds moving;           ///< their time, in one layer
  int block = -1;           ///< layer, -1 for none
};

enum class Moved { activations, weights };  ///< weights: parameters and their gradients

/// One collective or, in layers that are alike, the same one of each.
struct ProgramCollective {
  spmd::Instruction::Kind kind = spmd::Instruction::Kind::all_reduce;
  std::string tensor;
  spmd::Property from, to;
  spmd::Phase phase = spmd::Phase::forward;
  Moved moved = Moved::activations;
  double bytes = 0.0;  ///< of the whole tensor
  Seconds length;      ///< of one
  int times = 1;
  int event = 0;  ///< the first of them
  int block = -1;
};

/// An instruction that takes time, all its runs of a step in one. Devices compute, wait for the slowest, then
/// communicate together.
struct ProgramEvent {
  std::string name;  ///< node, or collective and tensor
  spmd::Phase phase = spmd::Phase::forward;
  Moved moved = Moved::activations;
  double start = 0.0, slowest = 0.0, end = 0.0;  ///< seconds: computing ends at `slowest`
  std::vector<double> computing;                 ///< seconds, by lane
  int runs = 1;                                  ///< in one step
  int instruction = -1;                          ///< of the program
  bool beside = false;                           ///< the last: what comes beside the instructions
};

/// The GPUs of one pool that work in a stage: a row of Evaluation::memory and a lane of the timeline.
struct ProgramPart {
  int stage = 0;  ///< from 0
  int pool = 0;   ///< of the cluster
  int gpus = 0;
  int layers = 0;          ///< of the stage
  bool recompute = false;  ///< they are computed again in backward
  bool operator==(const ProgramPart&) const = default;
};

struct ProgramReport {
  std::shared_ptr<const ShardAnswer> answer;        ///< of a pipeline: that of the stage shown
  std::shared_ptr<const ProgramPipeline> pipeline;  ///< empty: one stage of all GPUs
  /// That of the question, with its marks: which nodes the devices are. Empty: not known.
  std::shared_ptr<const hardware::Cluster> cluster;
  int shown_stage = 0;                 ///< whose lanes, tensors, collectives and events are below
  Seconds step, lower_bound, elapsed;  ///< of the whole
  bool stopped = false;                ///< the search, by a limit of time or work: others may be faster
  int stages() const { return pipeline ? static_cast<int>(pipeline->stages.size()) : 1; }
  std::int64_t sequences = 0;  ///< that one step of the program takes
  double tokens_per_second = 0.0;
  std::vector<ProgramLane> lanes;
  std::vector<ProgramLane> shares;      ///< lanes of one pool and share as one: its busiest device
  std::vector<ProgramLane> all_shares;  ///< those of every stage
  std::vector<ProgramTensor> tensors;
  std::vector<ProgramCollective> collectives;
  std::vector<ProgramEvent> events;
  std::vector<ProgramPart> parts;  ///< of a program that fits, by stage, then by pool
  /// The program as a row of the ranking, when it fits: counted as strategies are, of which it has none.
  /// Memory and lanes of the timeline: one for each pool, its busiest device.
  cost::Evaluation evaluation;
  cost::Timeline timeline;
  cost::Violation violation;  ///< the limit of the job that it breaks: then it has no place in the ranking

  const spmd::Synthesis& synthesis() const { return answer->synthesis; }
  bool fits() const { return plan::fits(*answer); }
  /// True where it may stand among strategies: it fits and keeps every limit.
  bool competes() const { return fits() && violation.binding == cost::Binding::none; }
};

/// The program, of a pipeline that of every stage, executed against one device on small tensors. Errors: what
/// can't be made small.
Result<spmd::Verification> prove_program(const ProgramReport& report, const std::stop_token& stop = {});

/// The part of `cluster` that a program may span: whole nodes within the maxima of `choose`; where its total
/// asks for fewer, nodes of the slowest pools are left out. A pool of which none may be used has 0 nodes.
hardware::Cluster usable_part(const hardware::Cluster& cluster, hardware::Precision precision);

/// True when devices that may be used differ in speed: then shares do, too.
bool is_mixed(const hardware::Cluster& cluster);

/// False where the job's limits keep every program from being an answer: their power or price an hour with
/// all GPUs of usable_part(), or the deadline or budget even at the peak of all. Known without a synthesis.
bool may_answer(const strategy::Problem& problem);

/// {"kind": "program", "rank", …}: keys as in an entry of `best`, but for the strategy, and how the step
/// runs. Rank 0 is null: it stands behind what is listed, or breaks the limit told as `binding`.
Json program_json(const ProgramReport& report, const std::vector<std::string>& pool_ids, int rank);

/// Work of a search for programs where nobody asks for more: about half a second on two cores. It is counted,
/// so the answer is the same on every machine.
inline constexpr std::int64_t kProgramWork = 700'000;

struct ProgramOptions {
  int threads = 0;          ///< 0: all cores
  double time_limit = 0.0;  ///< seconds, 0: none
  std::stop_token stop;     ///< ends it early with the best so far, as the time limit does
  /// Work of the searches, of all pipelines and of the programs of all GPUs each (spmd::SynthesisOptions):
  /// what is not proven by then keeps its gap. 0: any.
  std::int64_t most_work = kProgramWork;
};

/// The programs of usable_part(), the fastest first: one of all its GPUs and, where it fits, the best
/// pipeline of stages that each span all types (program_pipeline.h), synthesised side by side; the same for
/// any number of threads. `sequences`: of one step, 0 for the job's global batch. Errors: those of shard(),
/// and maxima within which there is no whole node.
Result<std::vector<ProgramReport>> program_reports(const strategy::Problem& problem,
                                                   const model::Architecture& architecture,
                                                   std::int64_t sequences,
                                                   const ProgramOptions& options = {});

/// A report from an answer of shard(): `pools[k]` devices of pool k, in order.
ProgramReport report_of(ShardAnswer answer, const hardware::Cluster& cluster, std::int64_t sequences,
                        std::int64_t tokens);

/// A report of a pipeline of programs that fits; its slowest stage is shown.
ProgramReport report_of(std::shared_ptr<const ProgramPipeline> pipeline, std::int64_t sequences,
                        std::int64_t tokens);

/// `report` with stage `stage` of its pipeline shown. Precondition: 0 <= stage < stages().
ProgramReport with_stage(const ProgramReport& report, int stage);

}  // namespace astrolabe::plan
