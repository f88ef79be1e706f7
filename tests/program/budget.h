#pragma once
// What a stretch of work took, whatever else the machine did meanwhile.

#include <algorithm>
#include <chrono>
#include <ctime>

namespace astrolabe::tests {

/// Processor time of all threads of this program so far, in milliseconds.
inline double processor_ms() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// A stretch of work that begins with its object. Held to a budget is the smaller of the clock and of the
/// processor time of all threads: the one grows with what else the machine does, the other with workers side
/// by side, and neither is less than the clock of a quiet machine. What sleeps or waits takes no time of a
/// processor: where it may not, hold `clock_ms` to the budget as well.
class Budget {
 public:
  /// Milliseconds since the beginning, as they are held to a budget.
  double ms() const { return std::min(clock_ms(), processor_ms() - m_processor); }
  /// Milliseconds since the beginning by the clock alone.
  double clock_ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - m_begin).count();
  }

 private:
  std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
  double m_processor = processor_ms();
};

}  // namespace astrolabe::tests
