#pragma once
// Neighbouring devices that are alike: what programs are evaluated by, so that time goes with the kinds of
// devices and not with their number.

#include <cstdint>
#include <vector>

#include "core/spmd/devices.h"

namespace astrolabe::spmd {

/// Devices [first, first + count).
struct Run {
  int first = 0, count = 1;
};

/// The longest runs of devices with the same ratios in every segment; with `devices` also of the same speeds
/// and memory. `ratios`: [segment][device].
std::vector<Run> runs_of(const std::vector<std::vector<double>>& ratios, const Devices* devices = nullptr);

/// How a dimension lies on the devices of a run: `length` units each, one more on the last `longer`.
struct Cut {
  std::int64_t length = 0;
  int longer = 0;
  std::int64_t longest() const { return length + (longer > 0 ? 1 : 0); }
};

/// shard_lengths() by run. `runs`: of runs_of() for ratios that hold this row.
std::vector<Cut> cut_by_runs(std::int64_t extent, const std::vector<double>& ratios,
                             const std::vector<Run>& runs);

/// Runs between these starts (in any order, repeated or not) up to `count`.
std::vector<Run> runs_between(std::vector<int> starts, int count);

}  // namespace astrolabe::spmd
