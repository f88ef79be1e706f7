#pragma once
// A device that takes no byte.

#include <sys/stat.h>
#include <unistd.h>

#include <string>

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

}  // namespace astrolabe::tests
