#pragma once
// Threads for work inside one request, kept for the next: a search asks for some a hundred times, and
// starting one each time takes longer than many of the parts. And the room in which a thread's memory grows.

#include <functional>
#include <memory>

namespace astrolabe {

/// One stretch of addresses for what this thread asks for from now on: large pages need room around them, and
/// an allocator that grows by little at a time has none to begin with. Nothing of it is touched. Once a
/// thread.
void reserve_memory();

/// Work in another thread, begun at once. Its destructor waits for the end.
class Helper {
 public:
  /// `work` must not throw. Throws std::system_error where no thread is to be had.
  explicit Helper(std::function<void()> work);
  ~Helper();
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;

 private:
  class Thread;
  struct Idle;
  static Idle& idle();
  std::unique_ptr<Thread> m_thread;
};

}  // namespace astrolabe
