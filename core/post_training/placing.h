#pragma once
// Which units of a dataflow share GPUs, and how many of which pool each set gets: exact over set partitions
// and allocations (HybridFlow, EuroSys 2025, section 6). What a set takes is asked of a function, so that
// tests bring their own.

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace astrolabe::post_training {

/// Whether a unit is among those of a set of bits.
constexpr bool has_unit(unsigned units, std::size_t unit) { return ((units >> unit) & 1U) != 0; }

/// A set of units (bits) in turn on the same GPUs of one pool.
struct PlacedSet {
  unsigned units = 0;
  int pool = 0;
  int gpus = 0;
  auto operator<=>(const PlacedSet&) const = default;
};

/// What a set takes.
struct SetTimes {
  bool fits = false;
  std::vector<double> seconds;  ///< by call; of calls of other sets 0
};

struct PlacedCall {
  int call = 0, set = 0;  ///< set -1: on no GPU
  double begin = 0.0, end = 0.0;
};

/// One iteration from its first call to the weights at the generator.
struct Timeline {
  double seconds = 0.0;
  std::vector<PlacedCall> calls;
  double sync_begin = 0.0, sync_end = 0.0;  ///< weights on their way to a generator that stands apart
  std::vector<double> busy;                 ///< seconds by set
};

struct PlacingQuestion {
  /// Units of the calls, in the order of the calls, and the calls that each waits for. A call of kNoUnit
  /// needs no GPU and takes its seconds of `free_seconds`.
  static constexpr int kNoUnit = -1;
  std::vector<int> unit_of_call;
  std::vector<double> free_seconds;  ///< by call; empty: every call has a unit
  std::vector<std::vector<int>> after;
  int units = 0;
  /// Units that have to share their GPUs with another one, as pairs.
  std::vector<std::pair<int, int>> together;
  /// GPUs that a set may have of each pool, ascending, and how many there are.
  std::vector<std::vector<int>> counts;
  std::vector<int> gpus;
  std::vector<double> usd_per_gpu_hour;  ///< by pool; 0 where nothing is known
  double usd_per_hour = 0.0;             ///< whatever is used
  /// USD an hour of so many GPUs by pool, where it is more than the sum of the above; empty: it is the sum.
  std::function<double(const std::vector<int>& gpus)> usd_per_hour_of = {};
  /// Steps that generation may run ahead: the iteration is then as long as its busiest set.
  int asynchronous = 0;
  std::function<SetTimes(const PlacedSet&)> times;
  /// Seconds to hand weights over from the set that trains to the one that generates; 0 in the same set.
  std::function<double(const std::vector<PlacedSet>&)> sync;
  /// Whether sets, some of a placement or all, lie beside each other on the nodes; empty: all do. Fewer do
  /// where more do.
  std::function<bool(const std::vector<PlacedSet>&)> beside = {};
  /// Set partitions that are looked at; empty: all.
  std::function<bool(const std::vector<unsigned>&)> admits = {};
  /// False where so many GPUs of each pool break a limit with an iteration of so many seconds. Empty: there
  /// are none.
  std::function<bool(const std::vector<int>& gpus, double seconds)> within = {};
  /// False where these GPUs, and more of them for as many seconds or more, break a limit. Empty: as `within`.
  std::function<bool(const std::vector<int>& gpus, double seconds)> may_be_within = {};

  std::vector<int> gpus_of(const std::vector<PlacedSet>& sets) const;
  /// USD an hour of these sets.
  double rate_of(const std::vector<PlacedSet>& sets) const;
};

struct PlacingAnswer {
  std::vector<PlacedSet> sets;  ///< empty: nothing fits
  Timeline timeline;
  double usd = 0.0;  ///< an iteration; 0 where prices are not known
  int gpus() const;
};

/// The shortest iteration, the cheapest, all that no other beats in both, the fewest GPUs.
enum class PlacingGoal { seconds, usd, both, gpus };

struct PlacingFound {
  /// The best first: `top` of the goal, or all that no other beats in seconds and USD.
  std::vector<PlacingAnswer> best;
  long evaluated = 0, cut_by_bound = 0;
  double bound = 0.0;  ///< no placement takes less (goal seconds or usd)
  bool stopped = false;
};

/// Calls in their order, each as soon as what it waits for has ended and its set is free.
Timeline play(const PlacingQuestion& question, const std::vector<PlacedSet>& sets,
              const std::vector<std::vector<double>>& seconds, double sync_seconds);

/// Branch and bound; the answer does not depend on the order of pools but for equal ones.
PlacingFound place(const PlacingQuestion& question, PlacingGoal goal, int top,
                   const std::stop_token& stop = {});
/// All placements, one by one: the slow twin.
PlacingFound place_exhaustively(const PlacingQuestion& question, PlacingGoal goal, int top);

/// All partitions of so many units, each as sets in the order of their first unit.
std::vector<std::vector<unsigned>> partitions(int units);

}  // namespace astrolabe::post_training
