#pragma once
// A stop that comes by itself.

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace astrolabe {

/// Asks to stop at a point in time, or `grace` after `first` was asked to stop, whichever is earlier: for
/// what is still to be said when work has ended. Never where there is neither.
class StopLater {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = std::optional<Clock::time_point>;

  explicit StopLater(std::stop_token first, Deadline deadline = {}, Clock::duration grace = {})
      : m_first(std::move(first)),
        m_deadline(deadline),
        m_grace(grace),
        m_thread([this](const std::stop_token& end) { wait(end); }) {}
  StopLater(const StopLater&) = delete;
  StopLater& operator=(const StopLater&) = delete;
  std::stop_token token() const { return m_source.get_token(); }

 private:
  void wait(const std::stop_token& end) {
    const std::stop_callback wake(m_first, [this] {
      { const std::lock_guard lock(m_mutex); }
      m_wake.notify_all();
    });
    std::unique_lock lock(m_mutex);
    const auto asked = [this] { return m_first.stop_requested(); };
    if (m_deadline)
      m_wake.wait_until(lock, end, *m_deadline, asked);
    else
      m_wake.wait(lock, end, asked);
    if (!end.stop_requested() && asked()) {
      const Clock::time_point later = Clock::now() + m_grace;
      m_wake.wait_until(lock, end, m_deadline ? std::min(*m_deadline, later) : later, [] { return false; });
    }
    lock.unlock();
    if (!end.stop_requested()) m_source.request_stop();
  }

  std::stop_token m_first;
  Deadline m_deadline;
  Clock::duration m_grace;
  std::stop_source m_source;
  std::mutex m_mutex;
  std::condition_variable_any m_wake;
  std::jthread m_thread;  ///< last: joins before the rest goes
};

/// The time `seconds` from now; no deadline for 0.
inline StopLater::Deadline deadline_in(double seconds) {
  using Clock = StopLater::Clock;
  if (seconds <= 0.0) return {};
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// Seconds from now on, at least a moment: 0 would be no limit at all.
inline double seconds_until(StopLater::Clock::time_point deadline) {
  constexpr double kMoment = 1e-3;
  return std::max(kMoment, std::chrono::duration<double>(deadline - StopLater::Clock::now()).count());
}

/// What an answer may take to be completed and written after a search was stopped.
inline constexpr std::chrono::milliseconds kClosing{500};

}  // namespace astrolabe
