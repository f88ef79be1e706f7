#include "core/base/file_mark.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "core/base/file_read.h"

namespace astrolabe {

namespace {

FileMark mark_from(const struct stat& found) {
  FileMark mark;
  mark.exists = true;
  mark.size = static_cast<std::uint64_t>(found.st_size);
  mark.device = found.st_dev;
  mark.inode = found.st_ino;
  constexpr std::int64_t second = 1'000'000'000;
  mark.changed = std::int64_t{found.st_ctim.tv_sec} * second + found.st_ctim.tv_nsec;
  return mark;
}

bool same_stamp(const FileMark& a, const FileMark& b) {
  return a.size == b.size && a.device == b.device && a.inode == b.inode && a.changed == b.changed;
}

}  // namespace

std::uint64_t content_hash(std::string_view content) {
  constexpr std::uint64_t basis = 0xcbf29ce484222325U, prime = 0x100000001b3U;
  std::uint64_t hash = basis;
  while (!content.empty()) {
    std::uint64_t word = 0;
    const std::size_t bytes = std::min(content.size(), sizeof word);
    std::memcpy(&word, content.data(), bytes);
    hash = (hash ^ word) * prime;
    hash ^= hash >> 32U;  // the upper half of a word reaches the lower half of the hash
    content.remove_prefix(bytes);
  }
  return hash;
}

FileMark stamp_of(int descriptor) {
  struct stat found {};
  return ::fstat(descriptor, &found) == 0 ? mark_from(found) : FileMark{};
}

FileMark stamp_of(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 ? mark_from(found) : FileMark{};
}

FileSince since(const FileMark& mark, const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) {
    const bool absent = errno == ENOENT || errno == ENOTDIR;
    return mark.exists && absent ? FileSince::gone : FileSince::same;
  }
  if (!S_ISREG(found.st_mode)) return FileSince::same;
  if (!mark.exists) return FileSince::changed;
  const FileMark now = mark_from(found);
  if (same_stamp(mark, now)) return FileSince::same;
  if (mark.size != now.size) return FileSince::changed;
  auto file = FileReader::open(path);
  const auto content = file ? file->read(static_cast<std::int64_t>(now.size) + 1) : Result<std::string>();
  if (!file || !content) return FileSince::same;
  return content->size() == mark.size && content_hash(*content) == mark.hash ? FileSince::same
                                                                             : FileSince::changed;
}

}  // namespace astrolabe
