#pragma once
// When a search has to end before it is done.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>

namespace astrolabe::spmd {

/// Asked inside every loop that may be long; once it has said yes it goes on saying so. The clock is read at
/// the first and then at every 64th time. Work is counted, not timed: with a limit on it alone a search ends
/// at the same place on every machine.
class WorkLimit {
 public:
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;

  WorkLimit() = default;
  /// `most_work`: of what spend() counts; 0: any.
  WorkLimit(std::stop_token stop, Deadline deadline, std::int64_t most_work = 0)
      : m_stop(std::move(stop)), m_deadline(deadline), m_most_work(most_work) {}

  bool is_over() {
    if (m_most_work > 0 && m_work >= m_most_work) m_over = true;
    if (!m_over && (m_asked++ & 63U) == 0)
      m_over = m_stop.stop_requested() || (m_deadline && std::chrono::steady_clock::now() >= *m_deadline);
    return m_over;
  }
  void spend(std::int64_t work) { m_work += work; }
  std::int64_t work() const { return m_work; }

 private:
  std::stop_token m_stop;
  Deadline m_deadline;
  std::int64_t m_most_work = 0, m_work = 0;
  std::uint64_t m_asked = 0;
  bool m_over = false;
};

/// The time `seconds` from now; 0: never.
inline WorkLimit::Deadline deadline_of(double seconds) {
  using Clock = std::chrono::steady_clock;
  if (seconds <= 0.0) return {};
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// The time when `part` of what is left until `deadline` is over; never without a deadline.
inline WorkLimit::Deadline part_of(const WorkLimit::Deadline& deadline, double part) {
  using Clock = std::chrono::steady_clock;
  if (!deadline) return {};
  const auto now = Clock::now();
  const std::chrono::duration<double> left = *deadline - now;
  return now + std::chrono::duration_cast<Clock::duration>(part * left);
}

/// A limit of work: `part` of what `done` leaves of `all`, but at least one unit and one of `shares` parts of
/// `all`. 0, no limit, where `all` is.
inline std::int64_t part_of(std::int64_t all, std::int64_t done, double part, std::int64_t shares) {
  if (all == 0) return 0;
  const auto of_left = static_cast<std::int64_t>(part * static_cast<double>(all - done));
  return std::max({std::int64_t{1}, of_left, all / shares});
}

inline WorkLimit::Deadline earlier(const WorkLimit::Deadline& a, const WorkLimit::Deadline& b) {
  return a && b ? std::min(*a, *b) : (a ? a : b);
}

}  // namespace astrolabe::spmd
