#pragma once
// How many sequences each group takes: exact, by the least time in which all are done.

#include <cstdint>
#include <memory>
#include <vector>

namespace astrolabe::mesh {

/// Micro-batches of several sizes, one after the other: seconds by sequences. t(0) = 0, t(b) the least of
/// t(b - m) + s_m; never falling, as a micro-batch may be filled in part.
class Sizes {
 public:
  struct Size {
    int sequences = 1;
    double seconds = 0.0;
  };
  /// Precondition: `sizes` is not empty. Grows as it is asked; not to be asked from two threads at once.
  explicit Sizes(std::vector<Size> sizes);
  double seconds(std::int64_t sequences) const;
  /// The most sequences that are done within `seconds`.
  std::int64_t most(double seconds) const;
  /// How many micro-batches of each size make up `sequences`, as the sizes stand.
  std::vector<std::int64_t> made_of(std::int64_t sequences) const;
  const std::vector<Size>& sizes() const { return m_sizes; }

 private:
  void grow(std::size_t to) const;
  double straight(std::int64_t sequences) const;
  std::vector<Size> m_sizes;
  mutable std::vector<double> m_exact, m_ends;  ///< of exactly, and of at least, so many sequences
};

/// Equal groups of one layout: what a group takes for its share of the batch.
struct Pace {
  int groups = 1;
  int sequences = 1;     ///< of a micro-batch
  int multiple = 1;      ///< micro-batches come in multiples of it: the stages of an interleaved pipeline
  double seconds = 0.0;  ///< of a micro-batch, slowest stage
  double fill = 0.0;     ///< what a step takes beside its micro-batches
  std::shared_ptr<const Sizes> sizes{};  ///< of one stage: micro-batches of several sizes; empty: of one

  /// Seconds of a group for its share; 0 for none.
  double end(std::int64_t share) const;
  /// The largest share that a group ends within `time`.
  std::int64_t most(double time) const;
  /// Sequences a second of all its groups, beside the fill.
  double rate() const;
};

struct Shares {
  double time = 0.0;  ///< that of the last group
  /// Of each pace: `more` groups take `share`, the others one micro-batch (of several sizes one sequence)
  /// less, the last of them perhaps less still.
  std::vector<std::vector<std::int64_t>> of_groups;
  std::int64_t of(std::size_t pace) const;  ///< of all groups of a pace
};

/// The least time T with sum of groups x most(T) >= `batch`, and shares that add up to it: groups of a pace
/// differ by at most one step, and what is too much is taken from the pace with the latest end. Precondition:
/// some pace; `batch` >= 1.
Shares shares_of(const std::vector<Pace>& paces, std::int64_t batch);

/// The time of shares_of() alone.
double least_time(const std::vector<Pace>& paces, std::int64_t batch);

/// T with sum over the paces with fill < T of rate (T - fill) = batch: never above least_time().
double fractional_time(const std::vector<Pace>& paces, double batch);

}  // namespace astrolabe::mesh
