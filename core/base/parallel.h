#pragma once
// Work inside one request for several threads.

#include <atomic>
#include <cstddef>
#include <exception>
#include <list>
#include <mutex>
#include <stop_token>

#include "core/base/helper.h"

namespace astrolabe {

/// Processors that this process may use, at least 1: those it is bound to, or fewer where a quota of its
/// control group says so.
int usable_processors();

/// Number of workers for a request: `asked`, or one for each usable processor when 0.
inline int worker_count(int asked) { return asked > 0 ? asked : usable_processors(); }

/// Calls `work(index, worker)` for each index in [0, count), indices handed out in order, each exactly once,
/// unless `stop` is requested first. Returns when all workers have ended. When `work` throws, no further
/// index is handed out, and the first exception is thrown on once all workers have ended: those that wait for
/// the one that broke have to be told by it.
template <class Work>
void parallel_for(std::size_t count, int workers, const std::stop_token& stop, Work&& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> broken{false};
  std::mutex mutex;  // of what broke
  std::exception_ptr first;
  const auto loop = [&](int worker) noexcept {
    try {
      while (!stop.stop_requested() && !broken.load(std::memory_order_relaxed)) {
        const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
        if (index >= count) return;
        work(index, worker);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!first) first = std::current_exception();
      broken = true;
    }
  };
  {
    std::list<Helper> helpers;
    for (int worker = 1; worker < workers && static_cast<std::size_t>(worker) < count; ++worker)
      helpers.emplace_back([&loop, worker] { loop(worker); });
    loop(0);
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace astrolabe
