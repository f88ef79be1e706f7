#pragma once
// Whole units dealt out so that the slowest worker is as fast as can be: layers over stages, micro-batches
// over pipelines. Exact threshold searches over what the workers' times can be.

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace astrolabe::replan {

/// Takes `seconds` for each of its units, of which it gets `least` to `most`.
struct Worker {
  double seconds = 1.0;
  int least = 0;
  int most = std::numeric_limits<int>::max();
};
struct Allocation {
  double seconds = 0.0;    ///< of the slowest
  std::vector<int> units;  ///< by worker
};
/// min max of seconds_j units_j over all ways to deal out `units`; of equal ones the slowest workers get as
/// much as they can. None where the limits allow no way. O(workers log(workers x units)).
std::optional<Allocation> allocate(const std::vector<Worker>& workers, int units);

/// Workers that are alike, with any time that does not fall with their units.
struct WorkerClass {
  int count = 1;
  std::function<double(int)> seconds;  ///< asked for `least` to `most`
  int least = 1, most = 1;             ///< multiples of `quantum`
  int quantum = 1;                     ///< a worker gets multiples of it
};
struct ClassAllocation {
  double seconds = 0.0;
  std::vector<std::vector<int>> units;  ///< by class and worker
};
/// min max of the seconds of classes; none where no way deals out `units` to the last one.
std::optional<ClassAllocation> allocate(const std::vector<WorkerClass>& classes, int units);

}  // namespace astrolabe::replan
