#include "core/base/helper.h"

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace astrolabe {

void reserve_memory() {
  constexpr std::size_t kReserved = std::size_t{64} << 20;
  thread_local bool done = false;
  if (std::exchange(done, true)) return;
  void* volatile reserved = std::malloc(kReserved);  // volatile: not left out by the compiler
  std::free(reserved);
}

class Helper::Thread {
 public:
  Thread() : m_thread([this] { loop(); }) {}
  ~Thread() {
    {
      const std::lock_guard lock(m_mutex);
      m_closing = true;
    }
    m_changed.notify_all();
    m_thread.join();
  }
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  void begin(std::function<void()> work) {
    {
      const std::lock_guard lock(m_mutex);
      m_work = std::move(work);
    }
    m_changed.notify_all();
  }
  void wait() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_work; });
  }

 private:
  void loop() {
    reserve_memory();
    std::unique_lock lock(m_mutex);
    while (true) {
      m_changed.wait(lock, [this] { return m_work || m_closing; });
      if (!m_work) return;
      lock.unlock();
      m_work();
      lock.lock();
      m_work = nullptr;
      m_changed.notify_all();
    }
  }

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::function<void()> m_work;  ///< empty: it waits for some
  bool m_closing = false;
  std::thread m_thread;  ///< last: begins when the rest is there
};

/// Threads that wait for work. They end with the process.
struct Helper::Idle {
  std::mutex mutex;
  std::vector<std::unique_ptr<Thread>> threads;
};

Helper::Idle& Helper::idle() {
  static Idle idle;
  return idle;
}

Helper::Helper(std::function<void()> work) {
  Idle& idle = Helper::idle();
  {
    const std::lock_guard lock(idle.mutex);
    if (!idle.threads.empty()) {
      m_thread = std::move(idle.threads.back());
      idle.threads.pop_back();
    }
  }
  if (m_thread == nullptr) m_thread = std::make_unique<Thread>();
  m_thread->begin(std::move(work));
}

Helper::~Helper() {
  m_thread->wait();
  Idle& idle = Helper::idle();
  const std::lock_guard lock(idle.mutex);
  idle.threads.push_back(std::move(m_thread));
}

}  // namespace astrolabe
