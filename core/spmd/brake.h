#pragma once
// When a search has to end before it is done.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>

namespace astrolabe::spmd {

/// Asked inside every loop that may be long; once it has said yes it goes on saying so. The clock is read at
/// the first and then at every 64th time.
class Brake {
 public:
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;

  Brake() = default;
  Brake(std::stop_token stop, Deadline deadline) : m_stop(std::move(stop)), m_deadline(deadline) {}

  bool is_pulled() {
    if (!m_pulled && (m_asked++ & 63U) == 0)
      m_pulled = m_stop.stop_requested() || (m_deadline && std::chrono::steady_clock::now() >= *m_deadline);
    return m_pulled;
  }

 private:
  std::stop_token m_stop;
  Deadline m_deadline;
  std::uint64_t m_asked = 0;
  bool m_pulled = false;
};

/// That many seconds from now; 0: never.
inline Brake::Deadline deadline_of(double seconds) {
  using Clock = std::chrono::steady_clock;
  if (seconds <= 0.0) return {};
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// When that part of the time from now to `deadline` is over; without one never.
inline Brake::Deadline part_of(const Brake::Deadline& deadline, double part) {
  using Clock = std::chrono::steady_clock;
  if (!deadline) return {};
  const auto now = Clock::now();
  const std::chrono::duration<double> left = *deadline - now;
  return now + std::chrono::duration_cast<Clock::duration>(part * left);
}

inline Brake::Deadline earlier(const Brake::Deadline& a, const Brake::Deadline& b) {
  return a && b ? std::min(*a, *b) : (a ? a : b);
}

}  // namespace astrolabe::spmd
