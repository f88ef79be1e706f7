#pragma once
// The whole of HAP: from a graph and unequal devices to a distributed program and its sharding ratios.

#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/spmd/ratios.h"
#include "core/spmd/work_limit.h"

namespace astrolabe::spmd {

struct SynthesisOptions {
  Execution execution;  ///< `graph` is that of one micro-batch
  bool fold = true;     ///< repeated layers are solved once
  /// Also data and tensor parallelism, each with all its ZeRO variants, and a bound as close as it gets.
  bool baselines = true;
  /// One of several ways to run a step: ends without baselines when nothing fits, and when no program takes
  /// less than `at_most` seconds.
  bool is_trial = false;
  double at_most = kBeyond;
  /// The program may be parted into so many segments (segments.h): bounds hold for all of these, too.
  int segments = 1;
  int threads = 1;               ///< one search per cap and worker
  double time_limit = 0.0;       ///< seconds, 0: none
  WorkLimit::Deadline deadline;  ///< the same as a point in time; the earlier of the two counts
  /// A limit of work (SearchOptions::most_work), about what all searches may take together; 0: none. With it
  /// the result does not depend on the machine or the number of threads.
  std::int64_t most_work = 0;
  std::stop_token stop;
};

enum class SynthesisStatus {
  optimal,    ///< proven: it meets Synthesis::lower_bound
  feasible,   ///< valid, with its gap
  infeasible  ///< no program found fits the devices' memory: Synthesis::short_of
};
const char* to_string(SynthesisStatus status);

/// Seconds a step, of the best program of each kind at rounded shards. Empty when not asked for, or when no
/// such program exists or its best one does not fit the devices' memory.
struct Baselines {
  std::optional<double> data_parallel_even, data_parallel_proportional, tensor_parallel;
};

struct MissingMemory {
  std::string device;
  Bytes missing;
};

/// One round of the released alternation: cost of the program as the search returns it, and after the ratios.
struct Round {
  double searched = 0.0, after_ratios = 0.0;
};

struct Synthesis {
  SynthesisStatus status = SynthesisStatus::feasible;
  bool stopped = false;     ///< time or work limit or stop: best so far
  Seconds step;             ///< full theory: shards rounded to whole units; released: fractions
  Seconds step_fractional;  ///< the same program and ratios before rounding
  /// No program and ratios take less (what comes beside the instructions only adds; the bound has its
  /// constant part). In the full theory with one segment, one speed for each device and no binding memory it
  /// is the optimum before rounding, found as the least over the caps; otherwise, and where rounding beats
  /// every fraction, that of least_step().
  Seconds lower_bound;
  double gap = 0.0;                ///< (step - lower_bound) / step
  Program program;                 ///< with times of every instruction
  std::vector<Bytes> peak_memory;  ///< of each device; full theory only
  std::int64_t states_expanded = 0;
  std::int64_t work = 0;      ///< as SynthesisOptions::most_work counts it
  std::vector<Round> rounds;  ///< of the released alternation; else one for each cap searched
  Baselines baselines;
  MissingMemory short_of;
  Seconds elapsed;
};

/// Gap and status of what has a step and its bound. Optimal is what meets the bound, so never what has a gap:
/// the optimum before rounding need not be that of whole units.
void conclude(Synthesis& made);

/// Released graphs: the released code's alternation from ratios proportional to speed: search, ratios, until
/// the search finds nothing cheaper; `lower_bound` is the least over all caps. Other graphs
/// (with_backward()): search at every cap, then memory and ratios, then the best at rounded shards, baselines
/// among the candidates. Errors: those of make_theory(); AST-S399 when the ratios' certificate fails.
Result<Synthesis> synthesise(const Graph& graph, const Devices& devices,
                             const SynthesisOptions& options = {});

/// No program of `graph`, run as `options` say, takes less with shards of whole units: a search in which each
/// dimension is cut as is best for it alone. Empty when all devices together lack the memory that every such
/// program holds between forward and backward (least_memory()). What it took is added to `work`. Errors:
/// those of make_theory().
Result<std::optional<Seconds>> least_step(const Graph& graph, const Devices& devices,
                                          const SynthesisOptions& options = {}, std::int64_t* work = nullptr);

}  // namespace astrolabe::spmd
