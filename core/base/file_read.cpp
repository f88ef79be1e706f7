#include "core/base/file_read.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/text.h"

namespace astrolabe {

namespace {

constexpr std::int64_t kBlock = std::int64_t{1} << 20;

tl::unexpected<Error> unreadable(const std::string& path, std::string found) {
  return tl::unexpected<Error>(
      Error{std::string(code::cannot_read), path, {}, std::move(found), {Wanted::Kind::readable_file, {}}});
}

tl::unexpected<Error> too_large(const std::string& path, std::string found, std::int64_t largest) {
  return tl::unexpected<Error>(Error{std::string(code::file_too_large),
                                     path,
                                     {},
                                     std::move(found),
                                     {Wanted::Kind::smaller_file, {std::to_string(largest)}}});
}

/// Why the system does not open a file, in words.
std::string words_for(int fault) {
  switch (fault) {
    case ENOENT:
    case ENOTDIR:
      return "no such file";
    case EACCES:
    case EPERM:
      return "no permission";
    case ENAMETOOLONG:
      return "a name that is too long for this system";
    case ENXIO:
    case ENODEV:
      return "not a regular file";
    default:
      return std::generic_category().message(fault);
  }
}

/// Appends what the descriptor gives, `most` bytes at most; 0 or the errno of what failed.
int append_from(int descriptor, std::int64_t most, std::string& content) {
  while (most > 0) {
    const std::size_t begin = content.size();
    const auto block = static_cast<std::size_t>(std::min(most, kBlock));
    content.resize(begin + block);
    const ssize_t got = ::read(descriptor, content.data() + begin, block);
    const int fault = errno;
    content.resize(begin + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && fault == EINTR) continue;
    if (got < 0) return fault;
    if (got == 0) return 0;
    most -= got;
  }
  return 0;
}

Result<std::string> read_standard_input(std::int64_t largest) {
  std::string content;
  if (append_from(STDIN_FILENO, largest + 1, content) != 0) return unreadable("-", "a read error");
  if (static_cast<std::int64_t>(content.size()) > largest) return too_large("-", "more", largest);
  return content;
}

Result<std::string> read_regular(const std::string& path, std::int64_t largest) {
  auto file = FileReader::open(path);
  if (!file) return tl::unexpected<Error>(file.error());
  if (file->size() > largest) return too_large(path, fmt::format("{} bytes", file->size()), largest);
  auto content = file->read(largest + 1);
  if (content && static_cast<std::int64_t>(content->size()) > largest)
    return too_large(path, "more", largest);
  return content;
}

}  // namespace

FileReader::FileReader(int descriptor, std::int64_t size, std::string path)
    : m_descriptor(descriptor), m_size(size), m_path(std::move(path)) {}

FileReader::FileReader(FileReader&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_size(other.m_size),
      m_path(std::move(other.m_path)) {}

FileReader& FileReader::operator=(FileReader&& other) noexcept {
  std::swap(m_descriptor, other.m_descriptor);
  m_size = other.m_size;
  m_path = std::move(other.m_path);
  return *this;
}

FileReader::~FileReader() {
  if (m_descriptor >= 0) ::close(m_descriptor);
}

Result<FileReader> FileReader::open(const std::string& path) {
  if (path.find('\0') != std::string::npos) return unreadable(path, "no such file");
  struct stat facts {};
  // Looked at before it is opened: the opening alone of some devices does something.
  if (::stat(path.c_str(), &facts) != 0) return unreadable(path, words_for(errno));
  if (S_ISDIR(facts.st_mode)) return unreadable(path, "a directory");
  if (!S_ISREG(facts.st_mode)) return unreadable(path, "not a regular file");
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) return unreadable(path, words_for(errno));
  FileReader file(descriptor, 0, path);
  if (::fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode))
    return unreadable(path, "not a regular file");
  file.m_size = static_cast<std::int64_t>(facts.st_size);
  return file;
}

Result<std::string> FileReader::read(std::int64_t count) {
  std::string content;
  content.reserve(static_cast<std::size_t>(std::clamp<std::int64_t>(count, 0, m_size + kBlock)));
  if (append_from(m_descriptor, count, content) != 0) return unreadable(m_path, "a read error");
  return content;
}

Result<std::string> read_file(const std::string& path, std::int64_t largest) {
  auto content = path == "-" ? read_standard_input(largest) : read_regular(path, largest);
  if (content && trim(*content).empty())
    return tl::unexpected<Error>(
        Error{std::string(code::empty_file), path, {}, "an empty file", {Wanted::Kind::readable_file, {}}});
  return content;
}

Result<std::string> read_text_file(const std::string& path, std::int64_t largest) {
  auto content = read_file(path, largest);
  if (!content) return content;
  if (const auto nul = content->find('\0'); nul != std::string::npos) {
    const auto line =
        1 + std::count(content->begin(), content->begin() + static_cast<std::ptrdiff_t>(nul), '\n');
    return tl::unexpected<Error>(Error{std::string(code::binary_file),
                                       path,
                                       fmt::format("line {}", line),
                                       "a NUL byte",
                                       {Wanted::Kind::text, {"a text file"}}});
  }
  return content;
}

PathKind path_kind(const std::string& path) {
  struct stat facts {};
  if (path.find('\0') != std::string::npos || ::stat(path.c_str(), &facts) != 0) return PathKind::absent;
  return S_ISREG(facts.st_mode)   ? PathKind::file
         : S_ISDIR(facts.st_mode) ? PathKind::folder
                                  : PathKind::other;
}

}  // namespace astrolabe
