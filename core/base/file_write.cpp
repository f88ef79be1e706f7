#include "core/base/file_write.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <list>
#include <random>
#include <system_error>
#include <vector>

#include "core/base/error_codes.h"

namespace astrolabe {

namespace {

constexpr std::size_t kWriteBlock = 1U << 16U;  // bytes
constexpr std::string_view kTemporaryHead = ".astrolabe-", kTemporaryTail = ".part";
constexpr std::size_t kTemporaryDigits = 16;

/// A descriptor that is closed in the end.
class OpenFile {
 public:
  explicit OpenFile(int descriptor) : m_descriptor(descriptor) {}
  ~OpenFile() {
    if (m_descriptor >= 0) ::close(m_descriptor);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  operator int() const { return m_descriptor; }

 private:
  int m_descriptor;
};

Error cannot_write(const std::string& path, std::string found) {
  return Error{std::string(code::cannot_save),
               path,
               {},
               std::move(found),
               {Wanted::Kind::text, {"a place with room that can be written"}}};
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// The open file of this process that a link in /proc stands for; -1: it is no such link.
int own_descriptor(const std::string& link) {
  std::error_code fault;
  const std::string folder = std::filesystem::canonical(folder_of(link), fault).string();
  if (fault || !folder.starts_with(fmt::format("/proc/{}/", getpid())) || !folder.ends_with("/fd")) return -1;
  const std::string_view name = std::string_view(link).substr(link.rfind('/') + 1);
  int number = -1;
  const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), number);
  return wrong == std::errc{} && end == name.data() + name.size() ? number : -1;
}

/// Where a path leads.
struct Place {
  std::string path;     ///< behind all links; empty: what is open as `descriptor`
  int descriptor = -1;  ///< of this process
  int fault = 0;        ///< errno of what keeps it from being found
  bool exists = false;
  struct stat status {};
};

Place place_of(std::string path) {
  Place place;
  if (path == "-") {
    place.descriptor = STDOUT_FILENO;
    return place;
  }
  constexpr int most_links = 40;  // as the system
  for (int link = 0; link < most_links; ++link) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0) {
      if (errno != ENOENT) place.fault = errno;
      place.path = std::move(path);
      return place;
    }
    if (!S_ISLNK(found.st_mode)) {
      place.path = std::move(path);
      place.exists = true;
      place.status = found;
      return place;
    }
    place.descriptor = own_descriptor(path);
    if (place.descriptor >= 0) return place;
    std::error_code fault;
    const std::string next = std::filesystem::read_symlink(path, fault).string();
    if (fault) {
      place.fault = fault.value();
      return place;
    }
    path = next.starts_with('/') ? next : folder_of(path) + '/' + next;
  }
  place.fault = ELOOP;
  return place;
}

/// In the words of a person who is to do something about it.
std::string words_of(int fault) {
  switch (fault) {
    case ENOENT:
    case ENOTDIR:
      return std::string(obstacle::no_folder);
    case EACCES:
    case EPERM:
      return "no permission";
    case EROFS:
      return std::string(obstacle::read_only_disk);
    case ENAMETOOLONG:
      return "a name that is too long";
    case EISDIR:
      return "a directory";
    default:
      return std::generic_category().message(fault);
  }
}

/// With the room that there is, where that is what is missing.
std::string words_of(int fault, std::uint64_t needed, const std::string& path) {
  if (fault == EDQUOT) return fmt::format("no room left in the quota ({} bytes needed)", needed);
  if (fault == EFBIG) return fmt::format("more than a file may hold here ({} bytes needed)", needed);
  if (fault != ENOSPC) return words_of(fault);
  struct statvfs disk {};
  const bool known = ::statvfs(folder_of(path).c_str(), &disk) == 0;
  const std::uint64_t free = known ? std::uint64_t{disk.f_bavail} * disk.f_frsize : 0;
  return fmt::format("{} ({} bytes needed, {} free)", obstacle::full_disk, needed, free);
}

/// What keeps a file from being made or replaced there, as far as one sees before it is tried.
std::optional<std::string> hindrance(const Place& place) {
  if (place.fault != 0) return words_of(place.fault);
  if (place.path.empty()) return {};
  if (place.exists && S_ISDIR(place.status.st_mode)) return "a directory";
  if (place.path.ends_with('/')) return std::string(obstacle::no_folder);
  if (!place.exists) return {};
  constexpr mode_t anybody = S_IWUSR | S_IWGRP | S_IWOTH;  // an administrator may write anything
  if (S_ISREG(place.status.st_mode) && (place.status.st_mode & anybody) == 0)
    return std::string(obstacle::read_only);
  if (::access(place.path.c_str(), W_OK) == 0) return {};
  return errno == EROFS ? std::string(obstacle::read_only_disk) : std::string(obstacle::read_only);
}

std::string temporary_name() {
  std::random_device random;
  const std::uint64_t number = (std::uint64_t{random()} << 32U) | random();
  return fmt::format("{}{:0{}x}{}", kTemporaryHead, number, kTemporaryDigits, kTemporaryTail);
}

bool is_temporary(std::string_view name) {
  return name.size() == kTemporaryHead.size() + kTemporaryDigits + kTemporaryTail.size() &&
         name.starts_with(kTemporaryHead) && name.ends_with(kTemporaryTail);
}

bool same_file(int descriptor, int folder, const char* name) {
  struct stat open {
  }, named{};
  return ::fstat(descriptor, &open) == 0 && ::fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

/// Takes away temporary files whose writer has gone: nobody holds their lock.
void sweep_folder(int folder) {
  const int listed = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (listed < 0) return;
  DIR* const entries = ::fdopendir(listed);
  if (entries == nullptr) {
    ::close(listed);
    return;
  }
  while (const dirent* const entry = ::readdir(entries)) {
    if (!is_temporary(entry->d_name)) continue;
    const OpenFile found(
        ::openat(folder, entry->d_name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (found < 0 || ::flock(found, LOCK_EX | LOCK_NB) != 0) continue;
    if (same_file(found, folder, entry->d_name)) ::unlinkat(folder, entry->d_name, 0);
  }
  ::closedir(entries);
}

/// The access list and a person's own attributes of the file that is replaced.
void copy_attributes(const std::string& from, int to) {
  constexpr std::size_t most = 1U << 16U;  // the system's largest
  std::vector<char> names(most), value(most);
  const ssize_t length = ::listxattr(from.c_str(), names.data(), names.size());
  for (const char* name = names.data(); name < names.data() + std::max<ssize_t>(length, 0);
       name += std::string_view(name).size() + 1) {
    const std::string_view own(name);
    if (!own.starts_with("user.") && own != "system.posix_acl_access") continue;
    const ssize_t size = ::getxattr(from.c_str(), name, value.data(), value.size());
    if (size >= 0) ::fsetxattr(to, name, value.data(), static_cast<std::size_t>(size), 0);
  }
}

/// Owner, group, permissions and attributes of the file that is replaced, as far as the system lets us.
void take_over(const std::string& target, int file) {
  struct stat old {
  }, made{};
  if (::stat(target.c_str(), &old) != 0 || ::fstat(file, &made) != 0) return;
  mode_t mode = old.st_mode & 0777U;
  const bool differs = made.st_uid != old.st_uid || made.st_gid != old.st_gid;
  if (differs && ::fchown(file, old.st_uid, old.st_gid) != 0 &&
      ::fchown(file, static_cast<uid_t>(-1), old.st_gid) != 0)
    mode = (mode & 0707U) | ((mode & 07U) << 3U);
  ::fchmod(file, mode);
  copy_attributes(target, file);
}

}  // namespace

FileWriter::FileWriter(std::string path) : m_path(std::move(path)) { begin(); }

FileWriter::~FileWriter() { take_away(); }

void FileWriter::refuse(std::string found) {
  take_away();
  if (!m_error) m_error = cannot_write(m_path, std::move(found));
}

void FileWriter::refuse(int fault) {
  take_away();  // it takes room itself
  refuse(words_of(fault, m_bytes, m_target.empty() ? m_path : m_target));
}

void FileWriter::take_away() {
  if (!m_temporary.empty()) ::unlinkat(m_folder, m_temporary.c_str(), 0);
  m_temporary.clear();
  for (int* descriptor : {&m_file, &m_folder}) {
    if (*descriptor >= 0) ::close(*descriptor);
    *descriptor = -1;
  }
}

void FileWriter::begin() {
  const Place place = place_of(m_path);
  if (auto found = hindrance(place)) return refuse(std::move(*found));
  if (place.path.empty()) {
    std::cout.flush();  // what was said before stands before
    m_file = ::fcntl(place.descriptor, F_DUPFD_CLOEXEC, 0);
  } else if (place.exists && !S_ISREG(place.status.st_mode)) {
    m_file = ::open(place.path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  } else {
    return begin_beside(place.path);
  }
  if (m_file < 0) refuse(errno);
}

void FileWriter::begin_beside(std::string_view target) {
  m_target = target;
  m_name = m_target.substr(m_target.rfind('/') + 1);  // all of it where there is no stroke
  if (m_name.size() > NAME_MAX) return refuse(ENAMETOOLONG);
  m_folder = ::open(folder_of(m_target).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (m_folder < 0) return refuse(errno);
  sweep_folder(m_folder);
  const mode_t mode = stamp_of(m_target).exists ? 0600U : 0666U;  // nobody else sees it before its time
  while (m_file < 0) {
    m_temporary = temporary_name();
    m_file =
        ::openat(m_folder, m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (m_file < 0) {
      m_temporary.clear();
      if (errno == EEXIST || errno == EINTR) continue;
      return refuse(errno);
    }
    // Another writer may have taken the file away before it was locked.
    while (::flock(m_file, LOCK_EX) != 0 && errno == EINTR) {
    }
    if (same_file(m_file, m_folder, m_temporary.c_str())) return;
    ::close(m_file);
    m_file = -1;
  }
}

bool FileWriter::flush() {
  if (m_error) return false;
  const int fault = write_all(m_file, m_buffer);
  m_buffer.clear();
  if (fault != 0) refuse(fault);
  return fault == 0;
}

bool FileWriter::write(std::string_view content) {
  if (m_error) return false;
  m_bytes += content.size();
  m_synced = false;
  if (m_buffer.size() + content.size() <= kWriteBlock) {
    m_buffer += content;
    return true;
  }
  if (!flush()) return false;
  const int fault = write_all(m_file, content);
  if (fault != 0) refuse(fault);
  return fault == 0;
}

Result<void> FileWriter::sync() {
  if (!m_synced && flush() && !m_target.empty()) {
    take_over(m_target, m_file);
    // A file system without it has no better.
    if (::fsync(m_file) != 0 && errno != EINVAL && errno != ENOSYS) refuse(errno);
  }
  if (m_error) return tl::unexpected<Error>(*m_error);
  m_synced = true;
  return {};
}

Result<void> FileWriter::keep() {
  if (auto done = sync(); !done) return done;
  if (m_target.empty()) {
    const int fault = ::close(m_file) != 0 ? errno : 0;
    m_file = -1;
    if (fault != 0) refuse(fault);
  } else if (::renameat(m_folder, m_temporary.c_str(), m_folder, m_name.c_str()) != 0) {
    refuse(errno);
  } else {
    m_temporary.clear();
    m_stamp = stamp_of(m_file);
    // Whole it is in any case, the old or the new one; that the name lasts is as far as the system can tell.
    const OpenFile folder(::openat(m_folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder >= 0) ::fsync(folder);
    take_away();
  }
  if (m_error) return tl::unexpected<Error>(*m_error);
  return {};
}

Result<void> write_file(const std::string& path, std::string_view content) {
  FileWriter writer(path);
  writer.write(content);
  return writer.keep();
}

Result<void> write_files(std::span<const NewFile> files) {
  std::list<FileWriter> writers;
  for (const NewFile& file : files) {
    writers.emplace_back(file.path).write(file.content);
    if (auto done = writers.back().sync(); !done) return done;
  }
  for (FileWriter& writer : writers)
    if (auto done = writer.keep(); !done) return done;
  return {};
}

Result<void> check_place(const std::string& path) {
  const Place place = place_of(path);
  std::optional<std::string> found = hindrance(place);
  if (!found && !place.path.empty() && (!place.exists || S_ISREG(place.status.st_mode))) {
    struct stat folder {};
    const std::string named = folder_of(place.path);
    if (::stat(named.c_str(), &folder) != 0)
      found = words_of(errno);
    else if (!S_ISDIR(folder.st_mode))
      found = obstacle::no_folder;
    else if (::access(named.c_str(), W_OK | X_OK) != 0)
      found = words_of(errno);
  }
  if (found) return tl::unexpected<Error>(cannot_write(path, std::move(*found)));
  return {};
}

int write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written < 0 ? errno : EIO;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void tell_size_limits() { std::signal(SIGXFSZ, SIG_IGN); }

}  // namespace astrolabe
