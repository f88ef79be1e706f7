#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/base/file_read.h"
#include "core/base/parallel.h"
#include "core/base/text.h"

namespace astrolabe {

namespace {

constexpr std::int64_t kMostGroupText = 65536;  // bytes

/// Processors that this process is bound to, by taskset, a batch system or a container.
std::optional<int> bound_processors() {
  constexpr int kFirst = 1024, kMost = 1 << 20;
  for (int room = kFirst; room <= kMost; room *= 2) {
    cpu_set_t* set = CPU_ALLOC(static_cast<std::size_t>(room));
    if (set == nullptr) return std::nullopt;
    const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(room));
    const bool asked = ::sched_getaffinity(0, bytes, set) == 0;
    const int fault = errno;
    const int count = asked ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (asked) return count;
    if (fault != EINVAL) return std::nullopt;  // EINVAL: the machine has more than there is room for
  }
  return std::nullopt;
}

/// "max 100000" or "250000 100000": microseconds of work in so many of the clock.
std::optional<double> quota_in(const std::string& path) {
  const auto text = read_text_file(path, kMostGroupText);
  if (!text) return std::nullopt;
  const std::vector<std::string> words = split(trim(*text), ' ');
  if (words.size() != 2) return std::nullopt;
  const auto work = parse_number(words[0]), period = parse_number(words[1]);
  if (!work || !period || *work <= 0.0 || *period <= 0.0) return std::nullopt;
  return *work / *period;
}

/// The least quota of the control groups (version 2) that this process stands in.
std::optional<double> group_quota() {
  const auto groups = read_text_file("/proc/self/cgroup", kMostGroupText);
  if (!groups) return std::nullopt;
  std::optional<double> least;
  for (const std::string& line : split(*groups, '\n')) {
    constexpr std::string_view kUnified = "0::/";
    if (!line.starts_with(kUnified)) continue;
    std::string group = line.substr(kUnified.size() - 1);
    for (;;) {
      const auto quota = quota_in("/sys/fs/cgroup" + group + (group.ends_with('/') ? "" : "/") + "cpu.max");
      if (quota && (!least || *quota < *least)) least = quota;
      if (group.size() <= 1) break;
      group.erase(std::max<std::size_t>(group.rfind('/'), 1));
    }
  }
  return least;
}

}  // namespace

int usable_processors() {
  int count = bound_processors().value_or(static_cast<int>(std::thread::hardware_concurrency()));
  if (const auto quota = group_quota(); quota && *quota < count) count = static_cast<int>(std::ceil(*quota));
  return std::max(count, 1);
}

}  // namespace astrolabe
