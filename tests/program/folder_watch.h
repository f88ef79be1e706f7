#pragma once
// Tells that something is made in a folder, within microseconds: for tests that strike in the middle of it.

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <string>

namespace astrolabe::tests {

class FolderWatch {
 public:
  explicit FolderWatch(const std::string& folder) : m_file(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    ::inotify_add_watch(m_file, folder.c_str(), IN_CREATE | IN_MODIFY | IN_MOVED_TO);
  }
  ~FolderWatch() { ::close(m_file); }
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  /// True as soon as a file is made, changed or renamed there; false after so many ms without.
  bool waits(int ms) const {
    pollfd look{m_file, POLLIN, 0};
    return ::poll(&look, 1, ms) > 0;
  }

 private:
  int m_file;
};

}  // namespace astrolabe::tests
