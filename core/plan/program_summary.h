#pragma once
// A distributed program as scenarios are compared by it: what its answer says, without the program itself.

#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/plan/program_report.h"

namespace astrolabe::plan {

struct ProgramSummary {
  /// Devices of a pool that have one share of a stage.
  struct Ratio {
    int stage = 0, pool = 0;  ///< from 0; the place in `pools`
    int devices = 0;
    double share = 0.0;  ///< of one device, of its stage, before rounding to whole units
  };
  struct Pool {
    std::string id;
    hardware::Gpu gpu;
    int devices = 0;
    double share = 0.0;        ///< of one device, of the work of all layers: the mean of its devices
    cost::StageMemory memory;  ///< of its fullest device
  };
  struct Collective {
    spmd::Instruction::Kind kind = spmd::Instruction::Kind::all_reduce;
    double count = 0.0;  ///< in one step, micro-batches and stages counted
    double bytes = 0.0;  ///< of the whole tensors that they move, each time
  };

  bool fits = false;     ///< false: nothing was found that does, and of the rest `short_of` alone is filled
  bool stopped = false;  ///< by a limit of time or work or a person: others may be faster; of a pipeline never
  spmd::MissingMemory short_of;
  int stages = 1;
  spmd::Execution execution;
  bool proven = false;  ///< before shards were rounded; of a pipeline never
  double gap = 0.0;     ///< no program takes less than the step by more than this share of it; of a pipeline,
                        ///< none of its stages and micro-batches
  cost::Evaluation evaluation;  ///< the step, its parts, speed and memory, as a row of the ranking
  cost::Violation violation;    ///< the limit of the job that it breaks, where it breaks one
  std::vector<Ratio> ratios;    ///< by stage, then by pool
  std::vector<Pool> pools;      ///< those with devices, in the order of the cluster
  /// The program's collectives by kind, in the order in which instructions are listed; what operators
  /// exchange inside is not among them.
  std::vector<Collective> collectives;

  /// Parts of the step, in seconds: work of the devices, and exposed traffic of activations and weights. What
  /// is left of it is waiting and what comes beside the instructions.
  double computing_seconds() const;
  double communicating_seconds() const;
  /// Number and bytes of collectives of all kinds in one step.
  double collective_count() const;
  double collective_bytes() const;
  int devices() const;
};

/// The summary of `report`, which was made for `problem`.
ProgramSummary summary_of(const ProgramReport& report, const strategy::Problem& problem);

/// True where programs of both scenarios are of one graph: the same model, sequences and precision. The
/// numbers of others do not belong beside each other.
bool same_graph(const Scenario& a, const Scenario& b);

/// program_reports() of the whole batch for what a plan asks, whose model is read anew. `problem`: of the
/// same plan. Errors: those of reading the model and of program_reports().
Result<std::vector<ProgramReport>> programs_of(const Plan& plan, const strategy::Problem& problem,
                                               const ProgramOptions& options = {});

}  // namespace astrolabe::plan
