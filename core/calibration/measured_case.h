#pragma once
// Turns a measured run into the question and the strategy that predict it. What the source does not state
// comes from named rules: the documented default of its framework at its date.

#include <optional>
#include <string>
#include <vector>

#include "core/calibration/measured_run.h"
#include "core/hardware/catalogue.h"
#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::calibration {

/// One value that the row does not state, with the rule it comes from.
struct AssumedSetting {
  std::string what, value, rule;
};

/// What a memory figure was read from.
enum class MemoryReading { allocator, reserved, device, unspecified };

struct MeasuredCase {
  MeasuredRun run;        ///< with what it left open filled in (measured_open.h)
  bool complete = false;  ///< the row itself states architecture, layout and batch
  strategy::Problem problem;
  strategy::Strategy strategy;  ///< stages written out
  std::vector<int> layers;      ///< of each stage
  std::vector<AssumedSetting> assumed;
  MemoryReading reading = MemoryReading::unspecified;
  double tokens_per_step = 0.0;
  double flops_per_token = 0.0;  ///< by the row's convention, for tflops_gpu

  /// Seconds a token of the whole cluster that the row states; for time rows.
  double measured_seconds_per_token() const;
  /// The measured value in the unit of predict(): seconds a token for time rows, GiB for memory rows.
  double measured() const { return run.is_time() ? measured_seconds_per_token() : run.value; }
};

/// Errors: incomplete_run where the architecture or the number of GPUs is not stated, unknown_gpu, and
/// layouts that do not exist.
Result<MeasuredCase> make_case(const MeasuredRun& run, const hardware::Catalogue& catalogue);

/// The architecture a row states, as a graph. Errors: incomplete_run naming the missing column.
Result<model::Graph> measured_graph(const MeasuredRun& run, std::vector<AssumedSetting>& assumed);

/// The pool a row states. Errors: unknown_gpu with near names.
Result<hardware::Cluster> measured_cluster(const MeasuredRun& run, const hardware::Catalogue& catalogue,
                                           std::vector<AssumedSetting>& assumed);

/// The fine-tuning a row states, with the software that it needs.
void set_tuning(MeasuredCase& measured);

/// The training software a row states.
strategy::Software measured_software(const MeasuredRun& run, std::vector<AssumedSetting>& assumed);

}  // namespace astrolabe::calibration
