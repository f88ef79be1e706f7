#include "core/base/file_lines.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/file_write.h"

namespace astrolabe {

namespace {

constexpr std::int64_t kLinesBlock = std::int64_t{1} << 20;  // bytes read at once

tl::unexpected<Error> not_added(const std::string& path, std::string found, std::string wanted) {
  return tl::unexpected<Error>(Error{
      std::string(code::cannot_save), path, {}, std::move(found), {Wanted::Kind::text, {std::move(wanted)}}});
}

tl::unexpected<Error> not_added(const std::string& path, int fault) {
  return not_added(path, std::generic_category().message(fault),
                   "a place with room that can be written, and go on there");
}

}  // namespace

Result<LinesFound> read_lines(const std::string& path,
                              const std::function<Result<void>(std::int64_t, std::string_view)>& visit) {
  auto file = FileReader::open(path);
  if (!file) return tl::unexpected<Error>(file.error());
  LinesFound found;
  std::string waiting;  // bytes behind the last line end
  for (;;) {
    const auto block = file->read(kLinesBlock);
    if (!block) return tl::unexpected<Error>(block.error());
    if (block->empty()) break;
    const std::size_t known = waiting.size();  // no line end before it
    waiting += *block;
    std::size_t begin = 0;
    for (std::size_t end = waiting.find('\n', known); end != std::string::npos;
         end = waiting.find('\n', begin)) {
      if (auto read = visit(found.lines + 1, std::string_view(waiting).substr(begin, end - begin)); !read)
        return tl::unexpected<Error>(std::move(read.error()));
      ++found.lines;
      begin = end + 1;
    }
    found.bytes += static_cast<std::int64_t>(begin);
    waiting.erase(0, begin);
    if (static_cast<std::int64_t>(waiting.size()) > kLongestLine)
      return tl::unexpected<Error>(Error{std::string(code::file_too_large),
                                         path,
                                         "line " + std::to_string(found.lines + 1),
                                         "a longer line",
                                         {Wanted::Kind::smaller_file, {std::to_string(kLongestLine)}}});
  }
  found.torn = static_cast<std::int64_t>(waiting.size());
  return found;
}

LineFile::LineFile(int descriptor, std::string path) : m_descriptor(descriptor), m_path(std::move(path)) {}

LineFile::LineFile(LineFile&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_path(std::move(other.m_path)) {}

LineFile& LineFile::operator=(LineFile&& other) noexcept {
  std::swap(m_descriptor, other.m_descriptor);
  m_path = std::move(other.m_path);
  return *this;
}

LineFile::~LineFile() {
  if (m_descriptor >= 0) ::close(m_descriptor);
}

Result<LineFile> LineFile::open(const std::string& path) {
  constexpr mode_t mode = 0666;
  // O_NONBLOCK: a pipe is refused below and not waited for.
  LineFile file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, mode),
                path);
  if (file.m_descriptor < 0) return not_added(path, errno);
  struct stat status {};
  if (::fstat(file.m_descriptor, &status) != 0) return not_added(path, errno);
  if (!S_ISREG(status.st_mode))
    return not_added(path, "not a regular file", "a file, or standard output, which needs no name");
  while (::flock(file.m_descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK)
      return not_added(path, "another process that is adding to it",
                       "another file, or wait for that process");
    break;  // a file system without locks
  }
  return file;
}

Result<void> LineFile::add(std::string_view line) {
  struct stat status {};
  if (::fstat(m_descriptor, &status) != 0) return not_added(m_path, errno);
  std::string whole(line);
  whole += '\n';
  if (const int fault = write_all(m_descriptor, whole); fault != 0) {
    // Half a line would stand in front of the next one.
    if (::ftruncate(m_descriptor, status.st_size) != 0) return not_added(m_path, errno);
    return not_added(m_path, fault);
  }
  // A file system without it has no better.
  if (::fdatasync(m_descriptor) != 0 && errno != EINVAL && errno != ENOSYS) return not_added(m_path, errno);
  return {};
}

Result<void> LineFile::cut(std::int64_t bytes) {
  if (::ftruncate(m_descriptor, bytes) != 0 || ::fdatasync(m_descriptor) != 0)
    return not_added(m_path, errno);
  return {};
}

}  // namespace astrolabe
