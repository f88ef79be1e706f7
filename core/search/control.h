#pragma once
// When a search has to stop, and what time it is in it.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <stop_token>
#include <thread>

namespace astrolabe::search {

/// Stop, pause and time limit of one search. Safe to use from several threads.
class Control {
 public:
  /// `most_asks`: Request::most_asks.
  Control(std::stop_token stop, const std::atomic<bool>* paused, double time_limit,
          std::int64_t most_asks = 0)
      : m_stop(std::move(stop)), m_paused(paused), m_time_limit(time_limit), m_most_asks(most_asks) {}
  /// Seconds since the start.
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }
  /// True from a stop request or the time limit on; waits while the search is paused.
  bool ended() {
    while (m_paused != nullptr && m_paused->load(std::memory_order_relaxed) && !m_stop.stop_requested() &&
           !m_ended_early)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (m_stop.stop_requested() || (m_time_limit > 0.0 && asks_clock() && elapsed() > m_time_limit))
      m_ended_early = true;
    if (m_most_asks > 0 && m_asked.fetch_add(1, std::memory_order_relaxed) >= m_most_asks)
      m_ended_early = true;
    return m_ended_early;
  }
  /// As ended(), by the clock each time and not counted: for what comes before the first question and between
  /// long stretches of work.
  bool is_over() {
    if (m_stop.stop_requested() || (m_time_limit > 0.0 && elapsed() > m_time_limit)) m_ended_early = true;
    return m_ended_early;
  }
  /// Seconds that are left of the time limit; 0 where there is none. At least a moment.
  double left() const {
    constexpr double kMoment = 1e-3;
    return m_time_limit > 0.0 ? std::max(kMoment, m_time_limit - elapsed()) : 0.0;
  }
  bool ended_early() const { return m_ended_early; }
  /// Does `work`; where it throws, the search ends for all other workers too before the exception goes on.
  template <class Work>
  void watch(const Work& work) {
    try {
      work();
    } catch (...) {
      m_ended_early = true;
      throw;
    }
  }
  const std::stop_token& stop() const { return m_stop; }
  const std::atomic<bool>* paused() const { return m_paused; }

 private:
  /// Every few times of a thread: searches ask at each node, which takes about as long as the clock.
  static bool asks_clock() {
    thread_local unsigned asked = 0;
    constexpr unsigned kFew = 8;
    return asked++ % kFew == 0;
  }
  using Clock = std::chrono::steady_clock;
  std::stop_token m_stop;
  const std::atomic<bool>* m_paused;
  double m_time_limit;       ///< seconds, 0: none
  std::int64_t m_most_asks;  ///< 0: any
  std::atomic<std::int64_t> m_asked{0};
  Clock::time_point m_start = Clock::now();
  std::atomic<bool> m_ended_early{false};
};

}  // namespace astrolabe::search
