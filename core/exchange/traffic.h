#pragma once
// What GPUs send to each other in one all-to-all, as a matrix.

#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace astrolabe::exchange {

/// The most GPUs of a matrix that is read.
inline constexpr int kMostGpus = 1024;

/// Entry (i, j) goes from GPU i to GPU j, in one unit for all (bytes, GB, tokens). The diagonal stays where
/// it is and takes no link: no sum counts it.
class Traffic {
 public:
  Traffic() = default;
  explicit Traffic(int gpus)
      : m_gpus(gpus), m_entries(static_cast<std::size_t>(gpus) * static_cast<std::size_t>(gpus)) {}

  int gpus() const { return m_gpus; }
  double& at(int from, int to) { return m_entries[place(from, to)]; }
  double at(int from, int to) const { return m_entries[place(from, to)]; }
  double sent(int gpu) const;      ///< row sum
  double received(int gpu) const;  ///< column sum
  double total() const;
  /// The largest row or column sum, b_max: at rate B no order of sending ends before b_max / B.
  double most() const;
  /// The combine that answers this dispatch with as much as came.
  Traffic transposed() const;
  /// Where expert i stands on GPU `gpu_of[i]`.
  Traffic placed(const std::vector<int>& gpu_of) const;
  Traffic operator+(const Traffic& other) const;

 private:
  std::size_t place(int from, int to) const {
    return static_cast<std::size_t>(from) * static_cast<std::size_t>(m_gpus) + static_cast<std::size_t>(to);
  }
  int m_gpus = 0;
  std::vector<double> m_entries;
};

/// Reads a square table of numbers without a heading. Errors: bad_measured_table where rows and columns
/// differ, bad_measured_row with row and column for what is no number, below 0, or above 1e18.
Result<Traffic> read_traffic(std::string_view csv);
/// Reads `gpus` rates in GB/s, in one row or one column. Errors: as read_traffic(), also for rates of 0.
Result<std::vector<double>> read_rates(std::string_view csv, int gpus);

/// What `ranks` ranks send where each expert is as likely as any other, `in_domain` of them in one domain of
/// fast links. `message`: what the rank with the most receives, its own part included.
struct EvenExchange {
  double inside = 0.0;   ///< over its links
  double outside = 0.0;  ///< over its network card
};
/// The row and column sums of that traffic by tier: message (d - 1) / n and message (n - d) / n. With a hot
/// rank that gets f times the mean, `message` is f times the mean message, as its column is the largest sum.
EvenExchange even_exchange(double message, int ranks, int in_domain);

/// Each of the ranks sends `each` to all ranks, by their shares of the load (the mean is 1).
Traffic traffic_by_load(const std::vector<double>& load, double each);

}  // namespace astrolabe::exchange
