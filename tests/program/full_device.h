#pragma once
// A device that takes no byte, and a disk that takes few.

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "core/base/file_write.h"

namespace astrolabe::tests {

/// /dev/full or, where the system's administrator runs the test and what is wrong might put a file in its
/// place, a node like it in `folder`. Empty: none may be made there.
inline std::string full_device(const std::string& folder) {
  const std::string usual = "/dev/full";
  if (geteuid() != 0) return usual;
  const std::string node = folder + "/full";
  struct stat device {};
  const bool made =
      stat(usual.c_str(), &device) == 0 && mknod(node.c_str(), S_IFCHR | 0600U, device.st_rdev) == 0;
  return made ? node : std::string();
}

/// A limit on the size of files acts as a full disk does, as long as it is there: write() fails after so many
/// bytes.
class TightDisk {
 public:
  explicit TightDisk(rlim_t bytes) {
    tell_size_limits();
    getrlimit(RLIMIT_FSIZE, &m_old);
    const rlimit tight{bytes, m_old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &tight);
  }
  ~TightDisk() { setrlimit(RLIMIT_FSIZE, &m_old); }
  TightDisk(const TightDisk&) = delete;
  TightDisk& operator=(const TightDisk&) = delete;

 private:
  rlimit m_old{};
};

}  // namespace astrolabe::tests
